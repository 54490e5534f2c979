//! The server's API, over small tables that are solved here: every endpoint, every error.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use assert_cmd::Command;
use roundtable::probe::Tablebase;
use roundtable::server::{Limits, openapi, serve};
use roundtable::table::Catalog;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

use super::project;

/// A folder with the tables of up to two Men and a Knight against a Man and a Knight, solved once.
fn tables() -> &'static Path {
    static DIR: OnceLock<TempDir> = OnceLock::new();
    let dir = DIR.get_or_init(|| {
        let dir = TempDir::new().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
        command.args(["solve", "camette:KMM-KM", "--dir"]).arg(dir.path()).assert().success();
        dir
    });
    dir.path()
}

/// What came back.
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// The code of an error; the shape is checked on the way.
    fn code(&self) -> String {
        let json = self.json();
        let error = json["error"].as_object().unwrap_or_else(|| panic!("no error: {}", self.body));
        assert_eq!(error.keys().collect::<Vec<_>>(), ["code", "message", "table"]);
        assert!(!error["message"].as_str().unwrap().is_empty());
        error["code"].as_str().unwrap().to_owned()
    }
}

/// A server that is stopped when the test ends.
struct Server {
    address: SocketAddr,
    _runtime: tokio::runtime::Runtime,
}

impl Server {
    fn new() -> Self {
        Self::with(tables(), Limits::default())
    }

    fn with(dir: &Path, limits: Limits) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let tablebase = Tablebase::new(Catalog::new(dir));
        runtime.spawn(serve(listener, tablebase, limits, std::future::pending()));
        Self { address, _runtime: runtime }
    }

    fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> Response {
        request(self.address, method, path, headers, body)
    }

    fn get(&self, path: &str) -> Response {
        self.request("GET", path, "", "")
    }

    fn post(&self, path: &str, body: &Value) -> Response {
        self.request("POST", path, "content-type: application/json\r\n", &body.to_string())
    }
}

fn request(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> Response {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    );
    // A server that refuses a large body may close before all of it is sent.
    let _ = stream.write_all(text.as_bytes());
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no response: {text}"));
    let status = head[9..12].parse().unwrap();
    Response { status, head: head.into(), body: body.into() }
}

const MISSING: &str = "/api/v1/positions?q=camette";
const SMALL: &str = "/api/v1/positions?q=w_K:c2_M:b3_/_M:c5";

#[test]
fn a_position_is_answered_as_by_the_command() {
    let server = Server::new();
    let response = server.get(SMALL);
    assert_eq!(response.status, 200);
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
    let output = command.args(["probe", "--json", "w K:c2 M:b3 / M:c5", "--dir"]).arg(tables()).output().unwrap();
    let expected: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(response.json(), expected);
    assert_eq!(response.json()["value"], "win");
    assert!(response.json()["moves"].as_array().unwrap().len() > 5);
    // An ended game has a value and no moves.
    let over = server.get("/api/v1/positions?q=w_M:c3_/_M:c1").json();
    assert_eq!(
        (&over["over"], &over["value"], &over["dtw"], &over["moves"]),
        (&json!(true), &json!("loss"), &json!(0), &json!([]))
    );
}

/// Moves are listed whether or not the table is there; where it is, with the values that a position's answer gives.
#[test]
fn moves_need_no_table() {
    let server = Server::new();
    let (answer, moves) = (server.get(SMALL).json(), server.get(&SMALL.replace("positions", "moves")).json());
    for field in ["position", "game", "turn", "over", "reason", "value", "dtw"] {
        assert_eq!(answer[field], moves[field], "{field}");
    }
    assert_eq!(moves["unknown"], Value::Null);
    for (expected, found) in answer["moves"].as_array().unwrap().iter().zip(moves["moves"].as_array().unwrap()) {
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(value, &found[field], "{field}");
        }
    }
    // None of these has its table here.
    for (text, count, table) in [
        ("camette", 22, json!("camette:KMMM-KMMM")),
        ("cam", 54, json!("cam:KKMMMMM-KKMMMMM")),
        ("camelot", 100, json!("camelot:KKKKMMMMMMMMMM-KKKKMMMMMMMMMM")),
        ("w_K:b2,c2,d2,b3,d3_/_M:d6", 19, Value::Null),
    ] {
        let response = server.get(&format!("/api/v1/moves?q={text}"));
        let json = response.json();
        assert_eq!((response.status, &json["value"], &json["unknown"]["table"]), (200, &Value::Null, &table), "{text}");
        assert_eq!(response.header("cache-control"), Some("no-cache"), "a table may come");
        assert_eq!(json["moves"].as_array().unwrap().len(), count, "{text}");
    }
    let charge = server.get("/api/v1/moves?q=w_K:c2_M:c3,b2,d2_/_M:c5,e5").json();
    assert_eq!(charge["unknown"]["table"], "camette:KMMM-MM");
    let valued = charge["moves"].as_array().unwrap().iter().filter(|played| played["value"] != Value::Null).count();
    assert!(valued < charge["moves"].as_array().unwrap().len());
    assert_eq!(server.get("/api/v1/moves?q=nonsense").status, 400);
}

/// A client that does not get its question out loses its connection, and only its own.
#[test]
fn slow_questions_are_given_up() {
    let server = Server::with(tables(), Limits { time: Duration::from_millis(200), ..Limits::default() });
    let mut slow = TcpStream::connect(server.address).unwrap();
    slow.write_all(b"GET /api/v1/health HTTP/1.1\r\nhost: ").unwrap();
    slow.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let mut answer = Vec::new();
    // Closed, with or without a word of why, and not by our own patience.
    let closed = slow.read_to_end(&mut answer);
    assert!(!closed.is_err_and(|error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)));
    assert!(!String::from_utf8_lossy(&answer).contains("200 OK"));
    assert_eq!(server.get("/api/v1/health").status, 200);
}

/// However many ask, no more work at the same time than may, and everyone is answered or refused.
#[test]
fn a_crowd_is_served_in_turn() {
    let server = Server::with(tables(), Limits { running: 1, waiting: 3, ..Limits::default() });
    let statuses: Vec<u16> = thread::scope(|scope| {
        let crowd: Vec<_> = (0..40).map(|_| scope.spawn(|| server.get("/api/v1/facts?table=camette:KMM-KM"))).collect();
        crowd.into_iter().map(|one| one.join().unwrap().status).collect()
    });
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200));
    assert_eq!(server.get(SMALL).status, 200, "all places are free again");
}

#[test]
fn many_positions_at_once() {
    let server = Server::new();
    let response = server.post("/api/v1/positions", &json!({ "positions": ["w K:c2 / M:c5", "nonsense", "camette"] }));
    assert_eq!(response.status, 200);
    let answers = &response.json()["answers"];
    assert_eq!(answers[0]["value"], "win");
    assert_eq!(answers[1]["error"]["code"], "bad_position");
    assert_eq!(answers[2]["error"]["code"], "table_missing");
    assert_eq!(answers[2]["error"]["table"], "camette:KMMM-KMMM");
    let too_many = server.post("/api/v1/positions", &json!({ "positions": vec!["camette"; 201] }));
    assert_eq!((too_many.status, too_many.code().as_str()), (413, "too_many_positions"));
}

#[test]
fn lines_end_where_the_values_say() {
    let server = Server::new();
    let line = server.get("/api/v1/line?q=w_K:c2_M:b3_/_M:c5").json();
    let moves = line["moves"].as_array().unwrap();
    assert_eq!((line["end"].as_str().unwrap(), moves.len() as u64), ("over", line["dtw"].as_u64().unwrap()));
    let last = moves.last().unwrap();
    assert_eq!((&last["over"], &last["value"], &last["dtw"]), (&json!(true), &json!("loss"), &json!(0)));
    // Each move's value is the one that the position has on its own.
    for played in moves {
        let path = format!("/api/v1/positions?q={}", played["position"].as_str().unwrap().replace(' ', "_"));
        let alone = server.get(&path).json();
        assert_eq!((&played["value"], &played["dtw"]), (&alone["value"], &alone["dtw"]));
    }
    assert!(line["score"].as_str().unwrap().ends_with("1-0"));
}

#[test]
fn forced_wins_come_with_their_tree() {
    let server = Server::new();
    let proof = server.get("/api/v1/check?q=w_K:c2_M:b3_/_M:c5").json();
    let defences = proof["defences"].as_array().unwrap();
    assert!(!proof["winning"].as_array().unwrap().is_empty() && !defences.is_empty());
    for defence in defences {
        for reply in defence["replies"].as_array().unwrap() {
            assert!((reply["next"].as_u64().unwrap() as usize) < defences.len());
        }
        assert_eq!(defence["dtw"] == 0, defence["replies"].as_array().unwrap().is_empty());
    }
    assert_eq!(proof["cut_short"], false);
    let short = server.get("/api/v1/check?q=w_K:c2_M:b3_/_M:c5&plies=0").json();
    assert_eq!(short["defences"].as_array().unwrap().len(), 1);
    let lost = server.get("/api/v1/check?q=w_M:c3_/_M:c1").json();
    assert_eq!((&lost["value"], &lost["winning"], &lost["defences"]), (&json!("loss"), &json!([]), &json!([])));
    let bounded = Server::with(tables(), Limits { proof: 3, ..Limits::default() });
    assert_eq!(bounded.get("/api/v1/check?q=w_K:c2_M:b3_/_M:c5").json()["cut_short"], true);
}

#[test]
fn games_are_read() {
    let server = Server::new();
    let problem = fs::read_to_string(project().join("data/problem.zsg")).unwrap();
    let game = server.post("/api/v1/games", &json!({ "text": problem })).json();
    assert_eq!(game["positions"].as_array().unwrap().len(), 8);
    assert_eq!(game["moves"][6]["move"], "E5-D6");
    assert_eq!(game["positions"][7]["position"], "1/1kM/2mm1/2m2/1M3/MK1/1 b");
    assert_eq!(game["positions"][7]["value"], Value::Null, "the table is not there");
    let game = server.post("/api/v1/games", &json!({ "text": "1.C2-C3 resigns", "start": "w K:c2 / M:c5" })).json();
    assert_eq!((&game["result"], &game["positions"][0]["value"]), (&json!("Black resigns"), &json!("win")));
    for (body, code) in [
        (json!({ "text": "1.D3-E9" }), "bad_game"),
        (json!({ "text": "Zillions of things" }), "bad_game"),
        (json!({ "text": "", "start": "nowhere" }), "bad_position"),
        (json!({ "score": "" }), "bad_request"),
    ] {
        let response = server.post("/api/v1/games", &body);
        assert_eq!((response.status, response.code().as_str()), (400, code), "{body}");
    }
}

#[test]
fn tables_and_their_facts() {
    let server = Server::new();
    let tables = server.get("/api/v1/tables").json();
    let tables = tables["tables"].as_array().unwrap();
    assert_eq!(tables[0]["name"], "camette:M-M");
    assert_eq!(tables[0]["halves"][0]["positions"], 463);
    let (mut drawn, mut longest) = (0, 0);
    for table in tables {
        let name = table["name"].as_str().unwrap();
        let facts = server.get(&format!("/api/v1/facts?table={name}")).json();
        for (half, facts) in table["halves"].as_array().unwrap().iter().zip(facts["halves"].as_array().unwrap()) {
            assert_eq!(half["mover"], facts["mover"]);
            let depths: Vec<u64> = facts["depths"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
            assert!(depths.iter().sum::<u64>() < half["positions"].as_u64().unwrap());
            drawn += facts["draws"].as_u64().unwrap();
            // The longest wins are wins of the greatest odd depth there is, and as many as counted, up to a dozen.
            let deepest =
                depths.iter().enumerate().filter(|&(depth, &count)| depth % 2 == 1 && count > 0).map(|(d, _)| d).max();
            let expected = deepest.map_or(0, |depth| depths[depth].min(12));
            assert_eq!(facts["longest"].as_array().unwrap().len() as u64, expected, "{name}");
            for position in facts["longest"].as_array().unwrap() {
                let path = format!("/api/v1/positions?q={}", position.as_str().unwrap().replace(' ', "_"));
                assert_eq!(server.get(&path).json()["dtw"].as_u64(), deepest.map(|depth| depth as u64));
                longest += 1;
            }
        }
    }
    assert!(drawn > 0 && longest > 10);
    let boards = server.get("/api/v1/boards").json();
    assert_eq!(boards["games"][0]["squares"].as_array().unwrap().len(), 23);
    assert_eq!(boards["games"][0]["tables"], tables.len());
    assert_eq!(boards["games"][2]["castle"], 2);
    let starts = &boards["games"][0]["starts"];
    assert_eq!(starts[0]["solved"], false, "the tables here are too small");
    assert_eq!((&starts[2]["title"], &starts[2]["solved"]), (&json!("Camette: KMM against KM"), &json!(true)));
    assert_eq!(boards["games"][1]["starts"].as_array().unwrap().len(), 1, "no table of Cam is here");
    assert_eq!(server.get("/api/v1/health").json()["status"], "ok");
}

#[test]
fn errors_have_one_shape() {
    let server = Server::new();
    let long = "x".repeat(70_000);
    for (method, path, body, status, code) in [
        ("GET", "/api/v1/positions", "", 400, "bad_request"),
        ("GET", "/api/v1/positions?q=nonsense", "", 400, "bad_position"),
        ("GET", "/api/v1/line?q=1/1k1/1mmm/5/1MMM1/1K1/1_w", "", 400, "bad_position"),
        ("GET", "/api/v1/check?q=camette&plies=-1", "", 400, "bad_request"),
        ("GET", "/api/v1/facts?table=camette:QQ", "", 400, "bad_table"),
        ("GET", MISSING, "", 404, "table_missing"),
        ("GET", "/api/v1/line?q=camette", "", 404, "table_missing"),
        ("GET", "/api/v1/check?q=camette", "", 404, "table_missing"),
        ("GET", "/api/v1/facts?table=camette:KMMM-KMMM", "", 404, "table_missing"),
        ("GET", "/api/v1/positions?q=camelot", "", 404, "no_table"),
        ("GET", "/api/v1/positions?q=cam_w_K:d8_/_M:d4", "", 404, "table_missing"),
        ("GET", "/api/v1/positions?q=w_K:c2,c3,b3,d3,c4_/_M:c6", "", 404, "no_table"),
        ("GET", "/api/v1/nothing", "", 404, "not_found"),
        ("GET", "/nothing", "", 404, "not_found"),
        ("DELETE", "/api/v1/positions", "", 405, "method_not_allowed"),
        ("POST", "/api/v1/positions", "{", 400, "bad_request"),
        ("POST", "/api/v1/games", long.as_str(), 413, "body_too_large"),
    ] {
        let response = server.request(method, path, "content-type: application/json\r\n", body);
        assert_eq!((response.status, response.code().as_str()), (status, code), "{method} {path}");
        assert_eq!(response.header("cache-control"), Some("no-store"));
    }
    assert_eq!(server.get(MISSING).json()["error"]["table"], "camette:KMMM-KMMM");
}

#[test]
fn a_damaged_table_is_the_servers_fault() {
    let dir = TempDir::new().unwrap();
    let copy = dir.path().join("camette");
    fs::create_dir(&copy).unwrap();
    let mut bytes = fs::read(tables().join("camette/K-M")).unwrap();
    bytes[100] ^= 1;
    fs::write(copy.join("K-M"), bytes).unwrap();
    let server = Server::with(dir.path(), Limits::default());
    let response = server.get("/api/v1/positions?q=w_K:c2_/_M:e4");
    assert_eq!((response.status, response.code().as_str()), (500, "table_damaged"));
    assert_eq!(response.json()["error"]["table"], "camette:K-M");
    assert!(!response.body.contains(&*dir.path().to_string_lossy()), "paths are nobody's business");
    let tables = server.get("/api/v1/tables").json();
    assert_eq!(tables["tables"][0]["error"]["error"]["code"], "table_damaged");
}

#[test]
fn too_many_requests_are_refused_and_slow_ones_given_up() {
    let server = Server::with(
        tables(),
        Limits { running: 0, waiting: 1, time: Duration::from_millis(300), ..Limits::default() },
    );
    let responses = thread::scope(|scope| {
        let first = scope.spawn(|| server.get(SMALL));
        thread::sleep(Duration::from_millis(100));
        let second = server.get(SMALL);
        [first.join().unwrap(), second]
    });
    assert_eq!((responses[0].status, responses[0].code().as_str()), (503, "timeout"));
    assert_eq!((responses[1].status, responses[1].code().as_str()), (429, "busy"));
    assert_eq!(responses[1].header("retry-after"), Some("1"));
    // Neither needs the tables, and the place that was waited in is free again.
    assert_eq!(server.get("/api/v1/health").status, 200);
    assert_eq!(server.get(SMALL).status, 503);
}

#[test]
fn answers_are_cached_and_compressed() {
    let server = Server::new();
    let response = server.get(SMALL);
    assert_eq!(response.header("cache-control"), Some("public, max-age=3600"));
    let tag = response.header("etag").unwrap();
    let again = server.request("GET", SMALL, &format!("if-none-match: \"other\", {tag}\r\n"), "");
    assert_eq!((again.status, again.body.as_str(), again.header("etag")), (304, "", Some(tag)));
    assert_eq!(server.request("GET", SMALL, "if-none-match: \"other\"\r\n", "").status, 200);
    let zipped = server.request("GET", SMALL, "accept-encoding: gzip\r\n", "");
    assert_eq!((zipped.header("content-encoding"), zipped.header("etag")), (Some("gzip"), Some(tag)));
    assert_eq!(server.get("/api/v1/health").header("cache-control"), Some("no-store"));
}

#[test]
fn the_page_comes_from_here_alone() {
    let server = Server::new();
    for file in fs::read_dir(project().join("web")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let address = match name.as_str() {
            "index.html" => "/".to_owned(),
            "facts.html" => "/facts".to_owned(),
            _ => format!("/{name}"),
        };
        let response = server.get(&address);
        assert_eq!((response.status, &response.body), (200, &fs::read_to_string(&path).unwrap()), "{address}");
        assert!(response.header("content-security-policy").unwrap().contains("default-src 'none'"));
        for elsewhere in ["https:", "//cdn", "<script>", " style=\"", " onclick=\""] {
            assert!(!response.body.contains(elsewhere), "{address}: {elsewhere}");
        }
    }
    assert_eq!(server.get("/problem.zsg").body, fs::read_to_string(project().join("data/problem.zsg")).unwrap());
}

/// The description of the API is part of the API. `UPDATE_SNAPSHOTS=1 cargo test` writes a new one.
#[test]
fn the_description_is_the_recorded_one() {
    let path = project().join("docs/openapi.json");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, openapi()).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == openapi(), "docs/openapi.json is not what the program says");
    assert_eq!(Server::new().get("/api/v1/openapi.json").body, openapi());
}

/// The command listens where it says, and stops when it is told to, answering what is under way.
#[cfg(unix)]
#[test]
fn the_command_serves_and_stops() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
    let mut child =
        command.args(["serve", "--port", "0", "--dir"]).arg(tables()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address: SocketAddr = line.split("http://").nth(1).unwrap().split('/').next().unwrap().parse().unwrap();
    assert!(address.ip().is_loopback());
    assert_eq!(request(address, "GET", SMALL, "", "").status, 200);
    Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
