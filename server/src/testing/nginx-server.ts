import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './postgres-server.ts'
import { until } from './until.ts'

export interface NginxServer {
  /** `127.0.0.1:<port>` */
  readonly authority: string
  stop(): Promise<void>
}

/** Which server has answered, as `127.0.0.1:<port>`; after one that did not answer, both. */
export const UPSTREAM_HEADER = 'x-upstream'

/** Debian's nginx with `deploy/nginx.conf`, without TLS, in front of servers that it uses in turn. */
export async function startNginx(servers: readonly string[]): Promise<NginxServer> {
  const home = await mkdtemp(join(tmpdir(), 'holdall-nginx-'))
  const authority = `127.0.0.1:${await freePort()}`
  const deployed = await readFile(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')
  const site = deployed
    .replace('  server 127.0.0.1:8080;', servers.map((server) => `  server ${server};`).join('\n'))
    // The redirect to https.
    .replace(/server \{\n {2}listen 80;[^}]*\}\n/, '')
    .replace('listen 443 ssl http2;', `listen ${authority};\n  add_header ${UPSTREAM_HEADER} $upstream_addr always;`)
    .replace(/^ *(?:listen \[::\]:443|ssl_certificate).*\n/gm, '')
    .replace('server_name files.example.com;', '')
  const config = join(home, 'nginx.conf')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  )
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${home}/nginx.pid;
events { worker_connections 256; }
http {
access_log off;
${folders.join('\n')}
${site}
}
`,
  )
  const child = spawn('nginx', ['-c', config, '-e', join(home, 'error.log')], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${errors}`)
    return (await fetch(`http://${authority}/api/ping`).catch(() => null)) !== null
  })
  return {
    authority,
    async stop() {
      child.kill()
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}
