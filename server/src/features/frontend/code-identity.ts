import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { containerName, type SectionManifest } from '@holdall/api'

/** A container named by the build of Holdall: with the version, and a hash of what the build reads. */
const containerWithVersion = /^mf_\w*_\d+_\d+_\d+/
const buildHash = /^(_[0-9a-f]{10})?$/
/** The description of a section, as the build minifies it. */
const definition = /defineSection\)?\(\{id:"([^"]*)",version:"([^"]*)"/g

/**
 * A sentence about code that is of another section or version than section.json; null where it is not, or where the code
 * does not show it without being run: browsers check it again.
 */
export function otherIdentity(folder: string, manifest: SectionManifest): string | null {
  const { id, version, container, entry, preload } = manifest
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
  if (containerWithVersion.test(container)) {
    const expected = containerName(id, version)
    const isOwn = container.startsWith(expected) && buildHash.test(container.slice(expected.length))
    if (!isOwn || !textOf(entry).includes(container)) return `Its code was not built as ${id} ${version}.`
  }
  for (const name of new Set([entry, ...preload])) {
    for (const [, codeId, codeVersion] of textOf(name).matchAll(definition)) {
      if (codeId !== id || codeVersion !== version)
        return `Its code is ${codeId} ${codeVersion}, and its section.json says ${id} ${version}.`
    }
  }
  return null
}
