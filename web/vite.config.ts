import { defineConfig } from "vite";

/// The page is embedded in the server, which serves it under a secret path: all addresses are relative,
/// names do not change from build to build, and nothing is inlined, so that a strict policy holds.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: process.env.STUDIO_DIST ?? "../crates/forcedual-studio/dist",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      output: {
        entryFileNames: "assets/studio.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
  // `npm run dev` beside a running studio: STUDIO=http://127.0.0.1:PORT/TOKEN/
  server: process.env.STUDIO
    ? {
        proxy: Object.fromEntries(
          ["/ws", "/zoo", "/schema.json", "/upload", "/download", "/texture"].map((path) => [
            path,
            {
              target: new URL(process.env.STUDIO!).origin,
              ws: path === "/ws",
              changeOrigin: true,
              headers: { origin: new URL(process.env.STUDIO!).origin },
              rewrite: (p: string) => new URL(process.env.STUDIO!).pathname.replace(/\/$/, "") + p,
            },
          ]),
        ),
      }
    : undefined,
  test: { include: ["test/**/*.test.ts"] },
} as import("vite").UserConfig);
