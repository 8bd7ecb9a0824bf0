//! What runs tell of themselves, and what they refuse.

use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Against, Motion, Run, RunReport};
use forcedual::{Code, Error};
use std::path::Path;

/// A beam that is held at one end, and more lines of its scene.
fn beam(more: &str) -> SceneFile {
    let text = format!(
        "[mesh]\nshape = 'beam'\nsize = [1.0, 0.1, 0.1]\ncells = 300\n\
         [[pin]]\nwhere = {{ half-space = {{ point = [0.001, 0, 0], normal = [-1, 0, 0] }} }}\n{more}"
    );
    SceneFile::parse(&text, Format::Toml, Path::new(".")).unwrap()
}

fn run(scene: &SceneFile, against: Option<Against>) -> Result<(Motion, RunReport), Error> {
    let (body, _) = scene.body(&Silent)?;
    let lin = scene.linearise(&body, &Silent)?;
    let prior = scene.prior(&lin)?;
    let subspace = scene.design(&lin, &prior, &Silent)?;
    let spec = scene.scene().simulation();
    Run::new(scene, &lin, &prior, &subspace, None, spec, &Silent)?.simulate(against, &Silent)
}

fn told(report: &RunReport, what: &str) -> bool {
    report.warnings.iter().any(|w| w.contains(what))
}

#[test]
fn displacement_modes_that_lock_under_gravity_are_told_without_the_full_body_and_skinning_is_not() {
    let scene = |subspace: &str, gravity: f64| {
        beam(&format!(
            "[material]\nyoung = 3e4\n[[force]]\nkind = 'painted'\nwhere = 'all'\n\
             [subspace]\n{subspace}\n[simulation]\nframes = 40\ngravity = [0, {gravity}, 0]\n"
        ))
    };
    let (_, locked) = run(&scene("modes = 6", -9.81), None).unwrap();
    assert!(told(&locked, "lock") && told(&locked, "skinning"), "{:?}", locked.warnings);
    let (_, derived) =
        run(&scene("method = 'modal-derivatives'\nmodes = 12", -9.81), None).unwrap();
    for report in [&locked, &derived] {
        let advised = report.warnings.iter().find(|w| w.contains("turn")).map(String::as_str);
        assert!(!advised.unwrap_or_default().contains("use method = \"modal-derivatives\""));
        let absurd =
            |w: &String| w.contains("degrees") && !w.contains("90") && !w.contains("about");
        assert!(!report.warnings.iter().any(absurd), "{:?}", report.warnings);
    }
    let (_, skinned) = run(&scene("kind = 'skinning'\nmodes = 4", -9.81), None).unwrap();
    let (_, faint) = run(&scene("modes = 6", -0.02), None).unwrap();
    for report in [&skinned, &faint] {
        assert!(!told(report, "lock") && !told(report, "turn by"), "{:?}", report.warnings);
    }
}

#[test]
fn muscles_that_are_told_to_push_are_slack_and_the_body_stays_where_it_is() {
    let scene = |solver: &str, amplitude: f64| {
        beam(&format!(
            "[material]\nyoung = 1e5\nlaw = 'arap'\n\
             [[force]]\nname = 'm'\nkind = 'muscle'\nmode = 'groups'\nsigma = 1e4\n\
             fibers = {{ direction = [1, 0, 0] }}\n[subspace]\nkind = 'skinning'\nmodes = 2\n\
             [simulation]\nframes = 30\nsolver = '{solver}'\n\
             [[simulation.drive]]\nchannel = 'm[0]'\nkeys = [[0, 0], [0.1, {amplitude}]]\n"
        ))
    };
    for solver in ["newton", "exact-newton", "projective"] {
        let (motion, report) = run(&scene(solver, -1e6), Some(Against::Full)).unwrap();
        let far = motion.coordinates.iter().flatten().fold(0.0, |m: f64, z| m.max(z.abs()));
        assert!(far < 1e-9, "{solver}: {far}");
        assert!(told(&report, "is a muscle, which pulls"), "{:?}", report.warnings);
        let (motion, report) = run(&scene(solver, 2e4), None).unwrap();
        let far = motion.coordinates.iter().flatten().fold(0.0, |m: f64, z| m.max(z.abs()));
        assert!(far > 1e-2 && !told(&report, "is a muscle"), "{solver}: {far}");
    }
}

#[test]
fn inverse_kinematics_never_lets_muscles_push() {
    let scene = beam(
        "[material]\nyoung = 1e5\n[[force]]\nkind = 'muscle'\nmode = 'groups'\nsigma = 1e4\n\
         fibers = [{ where = { half-space = { point = [0, 0.05, 0], normal = [0, 1, 0] } }, direction = [1, 0, 0] }]\n\
         [subspace]\nkind = 'skinning'\nmodes = 3\n[simulation]\nframes = 60\n\
         [[simulation.target]]\nat = [1, 0.05, 0.05]\nby = [[0, 0, 0, 0], [0.5, 0.1, -0.2, 0]]\n",
    );
    let (motion, _) = run(&scene, None).unwrap();
    assert!(motion.actuation.iter().flatten().all(|a| (0.0..=4e4).contains(a)));
}

#[test]
fn too_few_cells_or_clusters_are_told_and_more_of_them_advised() {
    let scene = |simulation: &str| {
        beam(&format!(
            "[material]\nyoung = 1e5\nlaw = 'arap'\n[[force]]\nkind = 'springs'\nsigma = 0.1\n\
             between = [[[0, 0.1, 0.05], [1, 0.1, 0.05]]]\nstiffness = 500.0\n\
             [subspace]\nkind = 'skinning'\nmodes = 4\n\
             [simulation]\nframes = 20\n{simulation}\n\
             [[simulation.drive]]\nchannel = 'springs[0]'\nkeys = [[0, 0], [0.2, -0.2]]\n"
        ))
    };
    let (_, one) = run(&scene("cubature = 1"), None).unwrap();
    assert!(one.cubature_error > 0.25, "{}", one.cubature_error);
    assert!(told(&one, "1 cell that stands") && told(&one, "cubature = 4"), "{:?}", one.warnings);
    let (_, few) = run(&scene("solver = 'projective'\nclusters = 1"), None).unwrap();
    assert!(few.cubature_error > 0.25, "{}", few.cubature_error);
    assert!(told(&few, "use more clusters (clusters = 4)"), "{:?}", few.warnings);
    let (_, own) = run(&scene("solver = 'projective'"), None).unwrap();
    assert!(own.cubature > 50 && own.cubature_error < 0.5 * few.cubature_error, "{own:?}");
    let (_, many) = run(&scene("solver = 'projective'\nclusters = 300"), None).unwrap();
    assert!(many.cubature_error < 0.1, "{}", many.cubature_error);
    assert!(!told(&many, "clusters"), "{:?}", many.warnings);
}

#[test]
fn clusters_that_nothing_looks_at_are_refused_with_their_line() {
    let scene = beam("[simulation]\nframes = 2\nclusters = 9\n");
    let error = run(&scene, None).unwrap_err();
    assert_eq!(error.code, Code::Scene);
    assert_eq!(error.place.field.as_deref(), Some("simulation.clusters"));
    assert_eq!(error.place.line, Some(9));
    assert!(error.help.unwrap().contains("cubature"));
}

#[test]
fn channels_that_nothing_drives_stay_at_the_mean_of_their_prior() {
    let scene = beam(
        "[material]\nyoung = 1e5\n[[force]]\nname = 't'\nkind = 'springs'\nsigma = 0.01\nmean = -0.05\n\
         between = [[[0, 0.1, 0.05], [1, 0.1, 0.05]], [[0, 0, 0.05], [1, 0, 0.05]]]\nstiffness = 500.0\n\
         [subspace]\nmodes = 2\n[simulation]\nframes = 5\n\
         [[simulation.drive]]\nchannel = 't[1]'\nkeys = [[0, 0.01]]\n",
    );
    let (motion, _) = run(&scene, None).unwrap();
    assert!(motion.actuation[1..].iter().all(|a| *a == [-0.05, 0.01]), "{:?}", motion.actuation);
    assert!(motion.coordinates[5].iter().any(|z| z.abs() > 1e-4));
}

#[test]
fn the_error_beyond_the_subspace_is_at_most_the_whole_error() {
    let scene = beam(
        "[material]\nyoung = 1e5\n[[force]]\nkind = 'painted'\nwhere = 'all'\n[subspace]\nmodes = 5\n\
         [simulation]\nframes = 10\ngravity = [0, -1, 0]\n",
    );
    let (_, report) = run(&scene, Some(Against::Full)).unwrap();
    let (error, beyond) = (report.error.unwrap(), report.error_beyond.unwrap());
    assert!(0.0 < beyond && beyond <= error && error < 1.0, "{beyond} {error}");
}

#[test]
fn compliance_chooses_the_subspace_that_follows_best_even_if_another_ones_patch_is_touched() {
    let patch = |name: &str, x: f64| {
        format!(
            "name = '{name}'\nkind = 'contact'\nnormal-sigma = 1000.0\n\
             patch = [{{ center = [{x}, 0.2, 0.1], radius = 0.08 }}]\n"
        )
    };
    let scene = |forces: &str, adaptive: &str| {
        let text = format!(
            "[mesh]\nshape = 'beam'\nsize = [1.0, 0.2, 0.2]\ncells = 400\n[material]\nyoung = 1e5\n\
             [[pin]]\nwhere = {{ half-space = {{ point = [0.001, 0, 0], normal = [-1, 0, 0] }} }}\n\
             {forces}[subspace]\nkind = 'skinning'\nmodes = 1\n\
             [simulation]\nframes = 40\ncubature = 200\n{adaptive}\
             [[simulation.handle]]\nat = [1, 0.2, 0.1]\nby = [[0, 0, 0, 0], [0.4, 0, -0.05, 0]]\n"
        );
        SceneFile::parse(&text, Format::Toml, Path::new(".")).unwrap()
    };
    let of = [patch("middle", 0.3), patch("tip", 1.0)];
    let mixture =
        format!("[[force]]\nkind = 'mixture'\n[[force.of]]\n{}[[force.of]]\n{}", of[0], of[1]);
    let (_, chosen) = run(&scene(&mixture, "adaptive = 'compliance'\n"), None).unwrap();
    let errors = of.map(|force| {
        let alone = scene(&format!("[[force]]\n{force}"), "");
        run(&alone, Some(Against::Full)).unwrap().1.error.unwrap()
    });
    let best = usize::from(errors[1] < errors[0]);
    assert!(chosen.adaptive[best].posterior > 0.8, "{errors:?} {:?}", chosen.adaptive);
}

/// A beam with a tendon along its top, or a spring, and what happens.
fn strung(slack: bool, simulation: &str) -> SceneFile {
    beam(&format!(
        "[material]\nyoung = 1e5\n[[force]]\nname = 'top'\nkind = 'springs'\nsigma = 0.1\nslack = {slack}\n\
         between = [[[0.1, 0.1, 0.05], [0.9, 0.1, 0.05]]]\nstiffness = 500.0\n\
         [subspace]\nmodes = 1\n[simulation]\nframes = 20\n{simulation}\n"
    ))
}

#[test]
fn a_tendon_that_is_made_longer_leaves_the_body_alone_and_a_spring_pushes_it() {
    let longer = "[[simulation.drive]]\nchannel = 'top'\nkeys = [[0, 0], [0.1, 0.1]]\n";
    let furthest = |slack| {
        let (motion, _) = run(&strung(slack, longer), None).unwrap();
        motion.coordinates.iter().flatten().fold(0.0, |most: f64, z| most.max(z.abs()))
    };
    assert_eq!(furthest(true), 0.0);
    assert!(furthest(false) > 1e-3);
}

#[test]
fn springs_shorter_than_nothing_and_amplitudes_beyond_measure_are_told_with_their_frame() {
    let drive =
        |to: f64| format!("[[simulation.drive]]\nchannel = 'top'\nkeys = [[0, 0], [0.3, {to}]]\n");
    let (_, short) = run(&strung(true, &drive(-1.6)), None).unwrap();
    // tied to the nearest vertices it is 0.733 m long, which are gone at 0.138 s
    assert!(told(&short, "`top[0]` is to become 1.60 m shorter from frame 9 on"), "{short:?}");
    assert!(short.collapsed.is_sign_positive());
    let (_, far) = run(&strung(true, &drive(30.0)), None).unwrap();
    assert!(told(&far, "`top[0]` is driven to 30.0 m from frame 7 on"), "{:?}", far.warnings);
    let (_, usual) = run(&strung(true, &drive(-0.1)), None).unwrap();
    assert!(!told(&usual, "top[0]"), "{:?}", usual.warnings);
    assert!(usual.control.total.is_sign_positive());
}

#[test]
fn handles_that_jerk_the_body_or_come_too_late_are_told() {
    let handle = |more: &str| {
        let at = "[[simulation.handle]]\nat = [1, 0.1, 0.1]\n";
        run(&strung(false, &format!("{at}{more}")), None).unwrap().1
    };
    let far = handle("path = [[0, 1, 2.1, 0.1]]");
    assert!(told(&far, "handle[0] begins at 0 s, 2.00 m away"), "{:?}", far.warnings);
    let late = handle("by = [[0, 0, 0, 0]]\nfrom = 9");
    assert!(told(&late, "handle[0] grabs the body at 9.00 s"), "{:?}", late.warnings);
    let usual = handle("by = [[0, 0, 0, 0], [1, 0, 0.1, 0]]");
    assert!(!told(&usual, "handle[0]"), "{:?}", usual.warnings);
}
