/**
 * Loaded by `--import` into the processes of an emulated deploy: names under .localhost mean this machine (RFC 6761),
 * as browsers and curl hold, and the emulator names its gateway so. Node leaves them to the system, which may not know
 * them.
 */
import dns from 'node:dns';

const { lookup } = dns;
dns.lookup = (host, ...rest) => lookup(/\.localhost\.?$/i.test(String(host)) ? '127.0.0.1' : host, ...rest);
