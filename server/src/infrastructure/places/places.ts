import { readFile, stat } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'
import type { Reader, Response } from 'mmdb-lib'
import { type MessageId, textIn } from '../messages/text-in.ts'
import { StartError } from '../start-error.ts'

/** A city database of the whole world has about 100 MB. All of it is in memory. */
const MAX_DATABASE_BYTES = 512 * 1024 * 1024

/** Where network addresses are, by the operator's database. */
export interface Places {
  /**
   * City and country in a language, such as `Lund, Sweden`. Null without a database, for an address that is not public, and
   * for one that the database does not have.
   */
  placeOf(address: string, locale: string): string | null
}

/** What is read of a record, whatever kind of database it is. */
interface Found {
  readonly city?: { readonly names?: Readonly<Record<string, unknown>> }
  readonly country?: { readonly iso_code?: unknown }
}

/** Reads the database once. Throws `StartError` for a file that is none. */
export async function openPlaces(path: string | null): Promise<Places> {
  if (path === null) return { placeOf: () => null }
  const reader = await readDatabase(path)
  return {
    placeOf(address, locale) {
      const publicAddress = publicAddressOf(address)
      if (publicAddress === null) return null
      const found = lookUp(reader, publicAddress)
      const city = cityOf(found, locale)
      const country = countryOf(found, locale)
      if (city === null || country === null) return city ?? country
      return textIn(locale)('place.city_country' satisfies MessageId, { city, country })
    },
  }
}

async function readDatabase(path: string): Promise<Reader<Response>> {
  const mmdb = await import('mmdb-lib')
  try {
    const { size } = await stat(path)
    if (size > MAX_DATABASE_BYTES) throw new Error('it has more than 512 MiB')
    const reader = new mmdb.Reader<Response>(await readFile(path))
    // The metadata is at the end, and says where the tree is: a truncated file is found here.
    reader.get('8.8.8.8')
    return reader
  } catch (error) {
    throw new StartError(
      `HOLDALL_GEOIP_DATABASE: ${path} cannot be used as a MaxMind database: ${(error as Error).message}.`,
    )
  }
}

function publicAddressOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' ? parsed.toString() : null
}

/** A damaged record is as good as none: sign-ins do not depend on it. */
function lookUp(reader: Reader<Response>, address: string): Found | null {
  try {
    return reader.get(address) as Found | null
  } catch {
    return null
  }
}

function cityOf(found: Found | null, locale: string): string | null {
  const names = found?.city?.names ?? {}
  const name = names[locale] ?? names[locale.split('-')[0]!] ?? names['en']
  return typeof name === 'string' && name !== '' ? name : null
}

function countryOf(found: Found | null, locale: string): string | null {
  const code = found?.country?.iso_code
  if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code)) return null
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? null
}
