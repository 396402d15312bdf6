import { join } from 'node:path'
import webpack, { type Chunk, type ChunkGroup, type Compilation, type Compiler, type Module } from 'webpack'
import type { Description } from './describe-section.ts'
import { integrityOf } from '../integrity.ts'
import { writeManifest } from './manifest.ts'

/** Emits section.json once every other file has its final name and content. */
export class SectionManifestPlugin {
  readonly #container: string
  readonly #describe: () => Promise<Description>

  constructor(container: string, describe: () => Promise<Description>) {
    this.#container = container
    this.#describe = describe
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('SectionManifest', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'SectionManifest', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          if (compilation.errors.length > 0) return
          try {
            const manifest = writeManifest(await this.#describe(), this.#output(compilation))
            const text = `${JSON.stringify(manifest, null, 2)}\n`
            compilation.emitAsset('section.json', new webpack.sources.RawSource(text))
          } catch (error) {
            // An exception would also end the watch mode of the development server.
            compilation.errors.push(new webpack.WebpackError((error as Error).message))
          }
        },
      )
    })
  }

  #output(compilation: Compilation) {
    const files = compilation.getAssets()
    const scripts = files.filter(({ name }) => name.endsWith('.js'))
    const [entry] = scripts.filter(({ name }) => name.startsWith('remoteEntry'))
    if (!entry) throw new Error('The build made no remoteEntry.')
    const groups = lazyGroups(compilation)
    const preload = filesOf(groups.get(join(compilation.compiler.context, 'src/section.ts')) ?? [])
    return {
      container: this.#container,
      entry: entry.name,
      preload,
      chunksOf: (file: string) => filesOf(groups.get(file) ?? []).filter((name) => !preload.includes(name)),
      integrity: integrityOf(files),
    }
  }
}

function filesOf(groups: readonly ChunkGroup[]): string[] {
  const files = groups.flatMap((group) => group.chunks.flatMap((chunk: Chunk) => [...chunk.files]))
  return [...new Set(files)].filter((name) => name.endsWith('.js'))
}

/** Module file -> the chunk groups that a lazy import of it fetches. */
function lazyGroups({ modules, chunkGraph, moduleGraph }: Compilation): Map<string, ChunkGroup[]> {
  const found = new Map<string, ChunkGroup[]>()
  for (const module of modules)
    for (const block of module.blocks) {
      const group = chunkGraph.getBlockChunkGroup(block)
      const [dependency] = block.dependencies
      const target: Module | null = dependency ? moduleGraph.getModule(dependency) : null
      const file = target?.nameForCondition()
      if (group && file) found.set(file, [...(found.get(file) ?? []), group])
    }
  return found
}
