import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupKeyHeader } from '@holdall/api'
import type { TestServer } from './restartable.ts'

export interface SetupAnswer {
  readonly status: number
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  readonly body: any
}

/** Calls of the setup wizard over the network. `server`: the one of the test that runs. */
export function setupRequests(server: () => TestServer) {
  async function call(method: string, path: string, body?: object | FormData): Promise<SetupAnswer> {
    const { key } = server().running.current.services.installation
    const isForm = body instanceof FormData
    const answer = await fetch(`${server().origin}/api/setup${path}`, {
      method,
      headers: { [setupKeyHeader]: key, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    call,
    post: (path: string, body: object | FormData) => call('POST', path, body),
    values: async () => (await call('GET', '/values')).body.data.attributes,
    progress: async () => (await call('GET', '/status')).body.data.attributes,
    config: () => JSON.parse(readFileSync(join(server().place.dataDir, 'config.json'), 'utf8')) as object,
  }
}

/** The environment without any other server. */
export const plainEnvironment = {
  storage: { driver: 'local' },
  mail: { driver: 'none' },
  broadcast: { driver: 'native' },
  public_url: null,
}
