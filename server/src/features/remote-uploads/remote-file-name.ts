import type { IncomingHttpHeaders } from 'node:http'
import { hasControlCharacters, hasHiddenCharacters } from '@holdall/api'
import { parse } from 'content-disposition'
import { cleanName, nthParts, shortened } from '../entries/entry-name-rules.ts'

const FALLBACK_NAME = 'download'
/** Longer names are cut before anything else is done with them. */
const MAX_NAME_CHARACTERS = 1000

/** Compressions that a server applied although none was accepted: the file is stored as it came, and named so. */
const encodingExtensions: ReadonlyMap<string, string> = new Map([
  ['gzip', '.gz'],
  ['x-gzip', '.gz'],
  ['br', '.br'],
  ['zstd', '.zst'],
  ['deflate', '.zz'],
  ['compress', '.Z'],
])

/** A valid name for a fetched file: the one that the server gives, else the last part of the address. */
export function remoteFileName(url: URL, headers: IncomingHttpHeaders): string {
  const [name = FALLBACK_NAME] = [announcedName(headers['content-disposition']), lastSegment(url), url.hostname]
    .map(validName)
    .filter((each) => each !== undefined)
  const extension = encodingExtensions.get(headers['content-encoding']?.trim().toLowerCase() ?? '') ?? ''
  return name.toLowerCase().endsWith(extension.toLowerCase()) ? name : shortened(name, extension)
}

function announcedName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    const name = parse(header).parameters['filename']
    return name === undefined ? undefined : fromUtf8(name)
  } catch {
    return undefined
  }
}

/** Node reads headers as Latin-1; many servers send UTF-8. */
function fromUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.toString('latin1') !== text) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

function lastSegment({ pathname }: URL): string {
  const segment = pathname.split('/').findLast(Boolean) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The part after the last separator, without characters that names must not have; undefined where nothing is left. */
function validName(raw: string | undefined): string | undefined {
  const base = raw?.slice(0, MAX_NAME_CHARACTERS).split(/[/\\]/).findLast(Boolean) ?? ''
  const characters = Array.from(base.normalize('NFC')).filter(
    (each) => !hasControlCharacters(each) && !hasHiddenCharacters(each),
  )
  const [stem, ending] = nthParts(characters.join('').trim(), 1, 'file')
  const cleaned = cleanName(shortened(stem, ending))
  return 'name' in cleaned ? cleaned.name : undefined
}
