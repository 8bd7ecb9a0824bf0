import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["e2e/**/*.test.ts"], root: new URL("..", import.meta.url).pathname, testTimeout: 240_000, hookTimeout: 400_000, fileParallelism: false },
});
