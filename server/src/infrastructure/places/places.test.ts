import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeGeoipDatabase } from '../../testing/geoip-database.ts'
import { StartError } from '../start-error.ts'
import { openPlaces } from './places.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-places-'))
  path = join(folder, 'places.mmdb')
  writeGeoipDatabase(path, [
    { network: '8.8.8.0/24', city: { en: 'Gothenburg', de: 'Göteborg' }, country: 'SE' },
    { network: '9.9.0.0/16', country: 'DE' },
    { network: '11.0.0.0/8', city: { en: 'Nowhere' }, country: 'nonsense' },
    { network: '10.0.0.0/8', city: { en: 'Private' }, country: 'SE' },
  ])
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['8.8.8.8', 'en-US', 'Gothenburg, Sweden'],
  ['8.8.8.8', 'de', 'Göteborg, Schweden'],
  ['8.8.8.8', 'ar', 'Gothenburg، السويد'],
  ['::ffff:8.8.8.8', 'en-US', 'Gothenburg, Sweden'],
  ['9.9.255.1', 'en-US', 'Germany'],
  ['11.1.1.1', 'en-US', 'Nowhere'],
  ['8.8.9.1', 'en-US', null],
  ['10.1.1.1', 'en-US', null],
  ['127.0.0.1', 'en-US', null],
  ['::1', 'en-US', null],
  ['', 'en-US', null],
  ['unknown', 'en-US', null],
])('%s in the language %s is %s', async (address, locale, place) => {
  expect((await openPlaces(path)).placeOf(address, locale)).toBe(place)
})

test('without a database there are no places', async () => {
  expect((await openPlaces(null)).placeOf('8.8.8.8', 'en-US')).toBeNull()
})

test.each([
  ['is missing', () => rmSync(path)],
  ['is empty', () => writeFileSync(path, '')],
  ['is of another kind', () => writeFileSync(path, 'x'.repeat(10_000))],
  ['has lost its end', () => writeFileSync(path, readFileSync(path).subarray(0, 100))],
])('a file that %s ends the start with its name', async (_how, change) => {
  change()
  await expect(openPlaces(path)).rejects.toThrow(StartError)
  await expect(openPlaces(path)).rejects.toThrow(`HOLDALL_GEOIP_DATABASE: ${path} cannot be used as a MaxMind database`)
})

test('a file that is too large for the memory is not read', async () => {
  // Takes no space on the disk.
  truncateSync(path, 512 * 1024 * 1024 + 1)
  await expect(openPlaces(path)).rejects.toThrow('it has more than 512 MiB')
})
