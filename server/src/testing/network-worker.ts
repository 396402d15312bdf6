import { createSocket } from 'node:dgram'
import { lookup, Resolver } from 'node:dns'
import { get } from 'node:http'
import { connect, createServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { answerRequests } from '../infrastructure/thumbnails/render-process.ts'

/** For a test: tries to use the network as a worker that renders. Answers with what was possible. */
answerRequests(async ({ port }: { readonly port: number }) => {
  const address = { host: '127.0.0.1', port }
  const attempts: Readonly<Record<string, (works: () => void, fails: () => void) => void>> = {
    net: (works, fails) => connect(address, works).on('error', fails),
    http: (works, fails) => get(`http://127.0.0.1:${port}`, works).on('error', fails),
    tls: (works, fails) => connectTls(address, works).on('error', fails).on('connect', works),
    fetch: (works, fails) => void fetch(`http://127.0.0.1:${port}`).then(works, fails),
    webSocket: (works) => new WebSocket(`ws://127.0.0.1:${port}`).addEventListener('error', works),
    listen: (works, fails) => createServer().on('error', fails).listen(0, '127.0.0.1', works),
    dgram: (works, fails) => createSocket('udp4').on('error', fails).bind(0, works),
    lookup: (works) => lookup('localhost', works),
    resolver: (works) => new Resolver().resolve4('localhost', works),
    binding: (works) => (Reflect.get(process, 'binding') as (name: string) => unknown)('tcp_wrap') && works(),
  }
  const possible: string[] = []
  for (const [name, attempt] of Object.entries(attempts)) {
    const isPossible = await new Promise<boolean>((resolve) => {
      attempt(
        () => resolve(true),
        () => resolve(false),
      )
    }).catch(() => false)
    if (isPossible) possible.push(name)
  }
  return possible
})
