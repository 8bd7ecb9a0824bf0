//! Who may talk to the studio: the token in the path, Host, Origin, and headers of all answers.
//!
//! The token keeps other users of the machine out, the Host header other names for it (a page whose
//! name was made to point here), the Origin header other pages.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The port that browsers leave out.
const USUAL: u16 = 80;
/// Bytes of a secret.
const BYTES: usize = 16;

/// What requests must know.
pub struct Guard {
    token: String,
    hosts: Vec<String>,
    /// The port, where every address of the machine is listened at: then any address will do as host,
    /// as only names can be made to point elsewhere.
    everywhere: Option<u16>,
}

/// Why a request is refused.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is nothing there for who does not know the token.
    NotFound,
    /// The token is right, but the request came another way.
    Forbidden,
}

impl Guard {
    /// With a token that is known, for tests.
    pub fn with_token(address: SocketAddr, token: &str) -> Result<Self, getrandom::Error> {
        Ok(Guard { token: token.to_owned(), ..Guard::new(address, None)? })
    }

    /// For a server at an address, also known by a name.
    pub fn new(address: SocketAddr, name: Option<&str>) -> Result<Self, getrandom::Error> {
        let token = secret()?;
        let port = address.port();
        let mut suffixes = vec![format!(":{port}")];
        if port == USUAL {
            suffixes.push(String::new());
        }
        let mut hosts = Vec::new();
        let local = address.ip().is_loopback() || address.ip().is_unspecified();
        if local {
            hosts.extend(["127.0.0.1", "localhost", "[::1]"].map(str::to_owned));
        }
        match address.ip() {
            ip if ip.is_unspecified() => {}
            IpAddr::V4(ip) => hosts.push(ip.to_string()),
            IpAddr::V6(ip) => hosts.push(format!("[{ip}]")),
        }
        hosts.extend(name.map(str::to_ascii_lowercase));
        let each = hosts.iter().flat_map(|host| suffixes.iter().map(move |s| format!("{host}{s}")));
        let hosts = each.collect();
        let everywhere = address.ip().is_unspecified().then_some(port);
        Ok(Guard { token, hosts, everywhere })
    }

    /// Is every address of the machine listened at, and this one of them for all that is known?
    fn is_own_address(&self, host: &str) -> bool {
        let whole = match host.parse::<Ipv4Addr>().is_ok() || host.ends_with(']') {
            true => format!("{host}:{USUAL}"),
            false => host.to_owned(),
        };
        whole.parse::<SocketAddr>().is_ok_and(|a| Some(a.port()) == self.everywhere)
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The host that a request names, where it is one of this server's.
    pub fn host(&self, headers: &HeaderMap) -> Option<String> {
        let mut all = headers.get_all(header::HOST).iter();
        let host = all.next()?.to_str().ok()?.to_ascii_lowercase();
        let known = self.hosts.contains(&host) || self.is_own_address(&host);
        (known && all.next().is_none()).then_some(host)
    }

    /// What follows the token in a path, of a request that may be answered.
    pub fn admit<'a>(
        &self,
        method: &Method,
        path: &'a str,
        headers: &HeaderMap,
        upgrade: bool,
    ) -> Result<&'a str, Refused> {
        let (token, rest) =
            path.strip_prefix('/').and_then(|p| p.split_once('/')).unwrap_or_default();
        if !same(token, &self.token) {
            return Err(Refused::NotFound);
        }
        let host = self.host(headers).ok_or(Refused::Forbidden)?;
        let required = upgrade || !matches!(*method, Method::GET | Method::HEAD);
        let mut origins = headers.get_all(header::ORIGIN).iter();
        match (origins.next(), origins.next()) {
            (Some(origin), None) if *origin == format!("http://{host}") => Ok(rest),
            (None, None) if !required => Ok(rest),
            _ => Err(Refused::Forbidden),
        }
    }
}

/// Letters and digits that nobody can guess.
pub fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Compares in a time that does not tell where texts differ.
pub fn same(a: &str, b: &str) -> bool {
    let differ = a.bytes().zip(b.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    a.len() == b.len() && differ == 0
}

/// Puts the headers of all answers in.
pub fn protect(headers: &mut HeaderMap) {
    const ALL: [(HeaderName, &str); 6] = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
             connect-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in ALL {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(HeaderName, &str)]) -> HeaderMap {
        let each = all.iter().map(|(n, v)| (n.clone(), HeaderValue::from_str(v).unwrap()));
        each.collect()
    }

    #[test]
    fn only_the_token_the_host_and_the_origin_together_are_let_in() {
        let guard = Guard::new("127.0.0.1:4747".parse().unwrap(), None).unwrap();
        let path = format!("/{}/ws", guard.token());
        let host = (header::HOST, "localhost:4747");
        let origin = (header::ORIGIN, "http://localhost:4747");
        let get = |path: &str, all: &[(HeaderName, &str)], upgrade| {
            guard.admit(&Method::GET, path, &headers(all), upgrade).map(str::to_owned)
        };
        assert_eq!(get(&path, &[host.clone(), origin.clone()], true), Ok("ws".to_owned()));
        assert_eq!(get(&path, std::slice::from_ref(&host), false), Ok("ws".to_owned()));
        assert_eq!(get(&path, std::slice::from_ref(&host), true), Err(Refused::Forbidden));
        let wrong_tokens = ["/", "", "/ws", &format!("/{}/ws", "0".repeat(32)), &path[..20]];
        for wrong in wrong_tokens {
            assert_eq!(
                get(wrong, std::slice::from_ref(&host), false),
                Err(Refused::NotFound),
                "{wrong}"
            );
        }
        for wrong in ["evil.example:4747", "localhost", "localhost:4748", "127.0.0.1.:4747", ""] {
            let refused = get(&path, &[(header::HOST, wrong)], false);
            assert_eq!(refused, Err(Refused::Forbidden), "{wrong}");
        }
        let others =
            ["https://localhost:4747", "http://127.0.0.1:4747", "null", "http://localhost:4747/"];
        for wrong in others {
            let refused = get(&path, &[host.clone(), (header::ORIGIN, wrong)], false);
            assert_eq!(refused, Err(Refused::Forbidden), "{wrong}");
        }
        let mut twice = headers(std::slice::from_ref(&host));
        twice.append(header::HOST, HeaderValue::from_static("evil.example"));
        assert!(guard.admit(&Method::GET, &path, &twice, false).is_err());
        let post = guard.admit(&Method::POST, &path, &headers(&[host]), false);
        assert_eq!(post, Err(Refused::Forbidden));
    }

    #[test]
    fn a_server_at_all_addresses_is_known_by_addresses_and_its_name_only() {
        let guard = Guard::new("0.0.0.0:80".parse().unwrap(), Some("Box.example")).unwrap();
        let path = format!("/{}/", guard.token());
        let get = |host: &str| {
            guard.admit(&Method::GET, &path, &headers(&[(header::HOST, host)]), false).is_ok()
        };
        let own = ["127.0.0.1:80", "192.168.1.7:80", "[fe80::1]:80", "box.example:80"];
        // browsers leave this port out
        for host in own.into_iter().chain(["127.0.0.1", "192.168.1.7", "[fe80::1]", "box.example"])
        {
            assert!(get(host), "{host}");
        }
        for host in ["192.168.1.7:81", "fe80::1", "evil.example:80", "evil.example", "0:80", "]"] {
            assert!(!get(host), "{host}");
        }
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let guard = || Guard::new("127.0.0.1:1".parse().unwrap(), None).unwrap();
        assert_eq!(guard().token().len(), 32);
        assert_ne!(guard().token(), guard().token());
    }
}
