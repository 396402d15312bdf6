import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Sections } from '@holdall/api'
import webpack, { type Configuration } from 'webpack'
import WebpackDevServer, { type Configuration as ServerConfiguration } from 'webpack-dev-server'
import { repository, type ConfigFactory } from '../webpack-common.ts'
import { SHELL_BASE } from '../shell/shell-plugin.ts'
import { localSection, withLocal } from './local-sections.ts'
import { devOptions } from './dev-options.ts'

/** Serves the shell and local sections with hot reload; everything else is proxied to a running server. */
export async function dev(args: readonly string[]): Promise<void> {
  const { local, against, port } = devOptions(args)
  const origins = local.map((_, index) => `http://127.0.0.1:${String(port + 1 + index)}`)
  const servers = await Promise.all([
    serve('shell', shellServer(port, against, origins)),
    ...local.map((app, index) => serve(app, sectionServer(port + 1 + index))),
  ])
  console.log(`http://127.0.0.1:${String(port)} with ${local.join(', ')} of this folder, the rest from ${against}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void Promise.all(servers.map((server) => server.stop()))
    })
}

async function serve(app: string, server: ServerConfiguration): Promise<WebpackDevServer> {
  const { default: factory } = (await import(pathToFileURL(join(repository, app, 'webpack.config.ts')).href)) as {
    default: ConfigFactory
  }
  const config: Configuration = { ...factory({ mode: 'development', serve: true }), stats: 'errors-warnings' }
  const compiler = webpack(config)
  if (!compiler) throw new Error('webpack made no compiler.')
  const running = new WebpackDevServer(server, compiler)
  await running.start()
  return running
}

const common = (port: number): ServerConfiguration => ({
  host: '127.0.0.1',
  port,
  hot: true,
  client: { overlay: false, webSocketURL: `ws://127.0.0.1:${String(port)}/ws` },
})

const sectionServer = (port: number): ServerConfiguration => ({
  ...common(port),
  headers: { 'Access-Control-Allow-Origin': '*' },
})

function shellServer(port: number, against: string, origins: readonly string[]): ServerConfiguration {
  return {
    ...common(port),
    devMiddleware: { index: false },
    historyApiFallback: { index: `${SHELL_BASE}index.html` },
    proxy: [
      {
        // Pages come from the local shell, every other address from the server.
        context: (path, request) =>
          !path.startsWith(SHELL_BASE) && path !== '/ws' && !request.headers.accept?.includes('text/html'),
        target: against,
        changeOrigin: true,
      },
    ],
    setupMiddlewares(middlewares, server) {
      server.app?.get('/ui/sections.json', (_, response) => {
        compose(against, origins).then(
          (sections) => response.json(sections),
          (error: unknown) => response.status(502).json({ message: String(error) }),
        )
      })
      return middlewares
    },
  }
}

async function compose(against: string, origins: readonly string[]): Promise<Sections> {
  const answer = await fetch(`${against}/ui/sections.json`)
  const composed = Sections.parse(await answer.json())
  const local = await Promise.all(origins.map(localSection))
  return withLocal(
    composed,
    local.filter((section) => section !== null),
  )
}
