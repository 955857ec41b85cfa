import ipaddr from 'ipaddr.js';
import { ForbiddenDestinationError, InvalidDestinationError } from './errors.ts';

type Address = ReturnType<typeof ipaddr.process>;
type Network = [Address, number];

/** What IPv6 has given out to the internet so far; everything else leads nowhere, inside, or through a translator. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** RFC 6761 §6.3. */
const LOOPBACK_NAME = /^(.+\.)?localhost$/;

/** What a cloud answers its machines on, though the address looks public: Azure's. */
const METADATA_ADDRESSES: readonly string[] = ['168.63.129.16'];

/** Ports below are those of other protocols, which an HTTP request must not be made to speak to. */
const FIRST_UNPRIVILEGED_PORT = 1024;
const WEB_PORTS: readonly number[] = [80, 443];

/** Where requests may go whose URLs come from clients: public addresses, and what an operator has allowed besides. */
export class Destinations {
  readonly #hosts = new Set<string>();
  readonly #networks: Network[] = [];

  /**
   * @param allowed host names, addresses and networks (CIDR) that may be reached though they are inside
   * @param setting that has them
   * @throws InvalidDestinationError naming the setting
   */
  constructor(allowed: readonly string[] = [], setting = 'what is allowed') {
    for (const entry of allowed) {
      if (ipaddr.isValidCIDR(entry)) this.#networks.push(ipaddr.parseCIDR(entry));
      else if (isAddress(entry)) this.#networks.push(networkOf(ipaddr.process(entry)));
      else this.#hosts.add(hostName(entry, setting));
    }
  }

  /** Refuses a URL that could lead to no permitted address. Its host name may still have a forbidden one: see `checkAddress`. */
  checkUrl(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw refused(`a URL of ${url.protocol.slice(0, -1)}, which is neither http nor https`);
    if (url.username !== '' || url.password !== '') throw refused('a URL with a user name or password');
    const host = hostOf(url);
    if (isAddress(host)) this.checkAddress(host, host);
    if (LOOPBACK_NAME.test(host)) this.checkAddress(host, '127.0.0.1');
    if (!this.#allows(host) && !isWebPort(url)) throw refused(`port ${url.port} is none of the web`);
  }

  /** Refuses an address that the host name was resolved to. */
  checkAddress(host: string, address: string): void {
    if (!this.#allows(host, address) && !isPublic(address)) throw refused(`${host} is not a public address`);
  }

  #allows(host: string, address = host): boolean {
    if (this.#hosts.has(host)) return true;
    if (!isAddress(address)) return false;
    const parsed = ipaddr.process(address);
    return this.#networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  }
}

/** Host of a URL as a resolver takes it: without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function isWebPort({ port }: URL): boolean {
  return port === '' || Number(port) >= FIRST_UNPRIVILEGED_PORT || WEB_PORTS.includes(Number(port));
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** An IPv4 address in IPv6 clothes is taken for what it is. */
function isPublic(address: string): boolean {
  if (!isAddress(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || METADATA_ADDRESSES.includes(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

function networkOf(address: Address): Network {
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** As URLs write it: in lower case, and in Punycode. */
function hostName(text: string, setting: string): string {
  const url = URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`) : undefined;
  const isHost = url && url.pathname === '/' && !url.port && !url.username && !url.search && !url.hash;
  if (!isHost) throw new InvalidDestinationError(`${setting}: '${text}' is no host name, address or network`);
  return hostOf(url);
}

function refused(what: string): ForbiddenDestinationError {
  return new ForbiddenDestinationError(`${what}: requests may not go there`);
}
