//! The same bits at any number of threads and in every run.
//!
//! `digests.txt` holds the SHA-256 of every model file and of the coordinates of a thousand hostile steps. Sums in dense
//! kernels are split by the width of the processor's vectors and the size of its caches, and sines come from the system's
//! library, so that digests are kept per [`machine`]; on one that the file does not know, runs are only compared with each
//! other, and the figures say so.

use crate::dice::Dice;
use crate::meshes::steps::{STEPS, hostile};
use crate::{Effort, Outcome, Setting};
use forcedual::export::Model;
use forcedual::material::Law;
use forcedual::mesh::zoo;
use forcedual::progress::Silent;
use forcedual::reduce::CubatureSpec;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Runtime, SolverSpec};
use forcedual::scene::{EXAMPLES, SceneFile};
use forcedual::simulate::Rule;
use forcedual::subspace::{Method, ModeCount, SubspaceKind};
use sha2::{Digest, Sha256};
use std::path::Path;

/// What is known: machine, scene, digest of the model, digest of the motion.
const KNOWN: &str = include_str!("digests.txt");
/// Threads of the runs; the first is run again at the end.
const THREADS: [usize; 5] = [1, 2, 4, 8, 1];

/// A scene that is designed and run.
struct Play {
    name: &'static str,
    cells: usize,
    kind: SubspaceKind,
    solver: SolverSpec,
    adaptive: Option<Rule>,
}

const PLAYS: &[Play] = &[
    Play::of("beam", 800, SubspaceKind::Displacement),
    Play::of("finger", 800, SubspaceKind::Skinning),
    Play { solver: SolverSpec::Projective, ..Play::of("elephant", 4000, SubspaceKind::Skinning) },
    Play { solver: SolverSpec::ExactNewton, ..Play::of("arm", 1500, SubspaceKind::Displacement) },
    Play { adaptive: Some(Rule::Bayes), ..Play::of("teddy", 3000, SubspaceKind::Skinning) },
    Play::of("floating", 3000, SubspaceKind::Skinning),
    Play::of("gripper", 20_000, SubspaceKind::Displacement),
    Play::of("dragon", 6000, SubspaceKind::Skinning),
];

impl Play {
    const fn of(name: &'static str, cells: usize, kind: SubspaceKind) -> Self {
        Play { name, cells, kind, solver: SolverSpec::Newton, adaptive: None }
    }

    fn scene(&self) -> forcedual::Result<SceneFile> {
        let creature = zoo::Kind::ALL.iter().map(|k| k.creature()).find(|c| c.name == self.name);
        let example = EXAMPLES.iter().find(|e| e.name == self.name);
        let text = creature.map(|c| c.scene).or(example.map(|e| e.text)).unwrap_or_default();
        let mut file = SceneFile::parse(text, Format::Toml, Path::new("."))?;
        let scene = file.scene_mut();
        scene.mesh.cells = Some(self.cells);
        (scene.subspace.kind, scene.subspace.method) = (self.kind, Method::ForceDual);
        scene.subspace.modes = ModeCount::Number(8);
        if self.solver == SolverSpec::Projective {
            scene.material.law = Law::Arap;
        }
        let simulation = scene.simulation.get_or_insert_default();
        *simulation = Default::default();
        (simulation.solver, simulation.adaptive) = (self.solver, self.adaptive);
        (simulation.cubature, simulation.iterations) = (CubatureSpec::Cells(200), Some(3));
        Ok(file)
    }

    /// Digests of the model file and of the coordinates of all steps.
    fn digests(&self) -> Result<[String; 2], String> {
        let told = |e: forcedual::Error| e.to_string();
        let scene = self.scene().map_err(told)?;
        let (body, _) = scene.body(&Silent).map_err(told)?;
        let lin = scene.linearise(&body, &Silent).map_err(told)?;
        let prior = scene.prior(&lin).map_err(told)?;
        let subspace = scene.design(&lin, &prior, &Silent).map_err(told)?;
        let spec = scene.scene().simulation();
        let (mut runtime, _) =
            Runtime::new(&scene, &lin, &prior, &subspace, None, spec, &Silent).map_err(told)?;
        let mut motion = Sha256::new();
        hostile(&mut Dice::new(7), &runtime, |state| {
            state.z.iter().for_each(|z| motion.update(z.to_le_bytes()));
        })?;
        runtime.compact();
        let model = Model::new(scene.scene(), &lin, &subspace).map_err(told)?;
        let bytes = model.with_runtime(Some(runtime)).to_bytes().map_err(told)?;
        Ok([hexadecimal(&Sha256::digest(bytes)), hexadecimal(&motion.finalize())])
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// What kernels choose by and where elementary functions come from, as one word.
fn machine() -> String {
    let line = |text: &str, start: &str| -> Option<String> {
        let line = text.lines().find(|line| line.starts_with(start))?;
        Some(line.rsplit([':', ' ']).next()?.trim().to_owned())
    };
    let file = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let processor = file("/proc/cpuinfo");
    let part = |name| line(&processor, name).unwrap_or_default();
    let cache = |k| file(&format!("/sys/devices/system/cpu/cpu0/cache/index{k}/size"));
    let caches: Vec<String> = (0..4).map(|k| cache(k).trim().to_owned()).collect();
    let told = std::process::Command::new("ldd").arg("--version").output().ok();
    let library = told.and_then(|o| line(&String::from_utf8_lossy(&o.stdout), "ldd"));
    let [family, model, stepping] = ["cpu family", "model\t", "stepping"].map(part);
    let (caches, library) = (caches.join("-"), library.unwrap_or_default());
    format!("{}/{family}.{model}.{stepping}/{caches}/libc-{library}", std::env::consts::ARCH)
}

/// Runs the campaign.
pub fn run(_: &Setting, effort: &Effort) -> Outcome {
    let (mut outcome, machine) = (Outcome::default(), machine());
    for play in PLAYS.iter().take(effort.count(PLAYS.len())).take_while(|_| effort.lasts()) {
        let known = KNOWN.lines().map(|line| line.split(' ').collect::<Vec<_>>());
        let known = known.filter(|w| w.len() == 4 && w[0] == machine && w[1] == play.name);
        let known: Option<[String; 2]> = known.map(|w| [w[2], w[3]].map(str::to_owned)).next();
        let mut first: Option<[String; 2]> = None;
        for threads in THREADS {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let found = match pool {
                Ok(pool) => pool.install(|| play.digests()),
                Err(error) => Err(error.to_string()),
            };
            match found {
                Ok(found) => {
                    let first = first.get_or_insert_with(|| found.clone());
                    for (what, (a, b)) in ["model", "motion"].iter().zip(first.iter().zip(&found)) {
                        if a != b {
                            let told = format!("{what} at {threads} threads is {b}, not {a}");
                            outcome.fails(format!("{}: {told}", play.name));
                        }
                    }
                }
                Err(told) => outcome.fails(format!("{} at {threads} threads: {told}", play.name)),
            }
        }
        let Some(first) = first else { continue };
        let found = match &known {
            Some(known) if *known == first => "as committed",
            Some(_) => "not as committed",
            None => "not known for this machine, compared with each other only",
        };
        let line = format!("{machine} {} {} {}", play.name, first[0], first[1]);
        match known {
            None => eprintln!("not in digests.txt: {line}"),
            Some(known) if known != first => {
                outcome.fails(format!("digests.txt has other digests than {line}"));
            }
            Some(_) => {}
        }
        outcome.figure(
            format!("{}: design and {STEPS} steps at 1, 2, 4, 8 and 1 threads", play.name),
            THREADS.len(),
            format!("{found}: `{:.12}`, `{:.12}`", first[0], first[1]),
        );
    }
    outcome
}
