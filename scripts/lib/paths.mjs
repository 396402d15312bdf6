import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Node as installed in the workspace; the machine may have an older one. */
export const node = join(root, 'node_modules/node/bin/node')

/** The environment of the process, with the workspace's Node and commands first in PATH. */
export const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/node/bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(':'),
}
