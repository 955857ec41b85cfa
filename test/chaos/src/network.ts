import { startProxy, type TcpProxy } from '@offload/test-services';

/** What lies between one process and the servers. */
export interface Network {
  /** The servers' URLs, as the process is to see them. */
  readonly amqpUrl: string;
  readonly databaseUrl: string;
  /** Ends all connections and lets none be made. */
  cut(): Promise<void>;
  /** Lets no byte through, without ending anything. */
  blackHole(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function createNetwork(amqpUrls: readonly string[], databaseUrl: string): Promise<Network> {
  const proxies: TcpProxy[] = [];
  const through = async (url: string, defaultPort: number): Promise<string> => {
    const { hostname, port } = new URL(url);
    const proxy = await startProxy({ host: hostname, port: Number(port) || defaultPort });
    proxies.push(proxy);
    const proxied = new URL(url);
    proxied.hostname = '127.0.0.1';
    proxied.port = String(proxy.port);
    return proxied.href;
  };

  const brokers: string[] = [];
  for (const url of amqpUrls) brokers.push(await through(url, 5672));
  const database = await through(databaseUrl, 5432);
  return {
    amqpUrl: brokers.join(','),
    databaseUrl: database,
    async cut() {
      await Promise.all(proxies.map((proxy) => proxy.cut()));
    },
    blackHole() {
      for (const proxy of proxies) proxy.blackHole();
    },
    async restore() {
      await Promise.all(proxies.map((proxy) => proxy.restore()));
    },
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}
