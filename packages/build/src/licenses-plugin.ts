import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import webpack, { type Compiler, type Module } from 'webpack'

const FOLDER = /^(.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/** Emits LICENSES.txt with the licence of every bundled package, because the minified code has no comments. */
export class LicensesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Notices', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'Notices', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const folders = new Set(
            [...compilation.modules].flatMap(filesOf).flatMap((file) => FOLDER.exec(file)?.[1] ?? []),
          )
          const notices = [...folders].flatMap(noticeOf).toSorted((a, b) => a.localeCompare(b))
          compilation.emitAsset(
            'LICENSES.txt',
            new webpack.sources.RawSource(`${[...new Set(notices)].join('\n\n')}\n`),
          )
        },
      )
    })
  }
}

/** Source files of a module; of a concatenated one, those of all its parts. */
function filesOf(module: Module): string[] {
  const parts = (module as Module & { readonly modules?: readonly Module[] }).modules ?? [module]
  return parts.flatMap((part) => part.nameForCondition() ?? [])
}

function noticeOf(folder: string): string[] {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return []
  const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
  return [`## ${String(name)} ${String(version)} (${String(license)})\n\n${text}`]
}
