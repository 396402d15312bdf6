import { spawn } from 'node:child_process'
import { access, chmod, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../src/server.ts'

export interface Nginx {
  readonly url: string
  /** Where `PUT /name` puts its files, and where they are served from. */
  readonly folder: string
  stop(): Promise<void>
}

/** Debian's nginx with its DAV module and default settings, on a folder of its own. Null where none is installed. */
export async function startNginx(): Promise<Nginx | null> {
  const binary = '/usr/sbin/nginx'
  if (!(await exists(binary))) return null
  const home = await mkdtemp(path.join(tmpdir(), 'holdall-nginx-'))
  const folder = path.join(home, 'files')
  await mkdir(folder)
  // As root, nginx runs its workers as another user.
  await chmod(home, 0o755)
  const port = await freePort()
  const config = path.join(home, 'nginx.conf')
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes auto;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events { worker_connections 768; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path ${home}/body;
  server {
    listen 127.0.0.1:${String(port)};
    client_max_body_size 0;
    location / { root ${folder}; dav_methods PUT DELETE; }
  }
}
`,
  )
  const child = spawn(binary, ['-c', config, '-e', `${home}/error.log`], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${String(port)}`
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${String(child.exitCode)}.`)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
  return {
    url,
    folder,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await gone
      await rm(home, { recursive: true, force: true })
    },
  }
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
