import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { repository, type Ui } from './frontend.ts'
import { fileWithin } from './version-folder.ts'

/** Files that browsers request. Source maps, page templates and compressed copies are not served by name. */
const servable = /\.(js|css|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|wasm|txt)$/
const immutable = 'public, max-age=31536000, immutable'
const options = {
  cacheControl: false,
  acceptRanges: false,
  dotfiles: 'deny',
  index: false,
  lastModified: false,
} as const

/** Files of the shell and of every available section version. An unknown file is 404, never the page. */
export async function assetRoutes(app: FastifyInstance, ui: Ui, headers: Record<string, string>): Promise<void> {
  await app.register(fastifyStatic, { serve: false, root: repository, preCompressed: true, suppressWarning: true })

  function send(reply: FastifyReply, folder: string | null, name: string) {
    if (folder === null || !servable.test(name) || fileWithin(folder, name) === null) throw refuse('not-found')
    return reply.headers(headers).header('cache-control', immutable).sendFile(name, folder, options)
  }

  app.get<{ Params: { build: string; '*': string } }>('/ui/shell/:build/*', (request, reply) => {
    const { build, '*': name } = request.params
    if (name === 'shell.json') throw refuse('not-found')
    return send(reply, ui.shellFolderOf(build), name)
  })

  app.get<{ Params: { id: string; segment: string; '*': string } }>('/ui/sections/:id/:segment/*', (request, reply) => {
    const { id, segment, '*': name } = request.params
    return send(reply, ui.sectionFolderOf(id, segment), name)
  })
}
