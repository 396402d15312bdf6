import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storageEndpoint, storageProviders } from '@holdall/api'
import { readConfig } from './config.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

const read = (env: Record<string, string>) => readConfig({ HOLDALL_DATA_DIR: dataDir, ...env }).storage

const key = { HOLDALL_S3_BUCKET: 'files', HOLDALL_S3_KEY: 'id', HOLDALL_S3_SECRET: 'a/secret+=' }

test('without settings, files are on the disk', () => {
  expect(read({})).toEqual({ driver: 'local', s3: null })
})

test('a provider and a region are enough for the address', () => {
  const common = { bucket: 'files', accessKeyId: 'id', secretAccessKey: 'a/secret+=' }
  const s3 = { ...key, HOLDALL_STORAGE_DRIVER: 's3' }
  expect(read({ ...s3, HOLDALL_S3_PROVIDER: 's3', HOLDALL_S3_REGION: 'eu-west-1', HOLDALL_S3_PREFIX: 'a/b' })).toEqual({
    driver: 's3',
    s3: {
      ...common,
      endpoint: 'https://s3.eu-west-1.amazonaws.com',
      region: 'eu-west-1',
      isPathStyle: false,
      prefix: 'a/b/',
      downloadUrl: null,
    },
  })
  expect(read({ ...s3, HOLDALL_S3_PROVIDER: 'storj' }).s3).toMatchObject({
    endpoint: 'https://gateway.storjshare.io',
    region: 'global',
    prefix: '',
  })
  const own = { HOLDALL_S3_ENDPOINT: 'http://10.0.0.5:9000/', HOLDALL_S3_PATH_STYLE: 'false' }
  expect(read({ ...s3, ...own }).s3).toMatchObject({
    endpoint: 'http://10.0.0.5:9000',
    region: 'us-east-1',
    isPathStyle: false,
  })
})

test('S3 may be configured while files are on the disk, for a migration', () => {
  expect(read({ ...key, HOLDALL_S3_PROVIDER: 'wasabi', HOLDALL_S3_REGION: 'eu-central-1' })).toMatchObject({
    driver: 'local',
    s3: { endpoint: 'https://s3.eu-central-1.wasabisys.com' },
  })
})

test('config.json has the same settings, and the environment is first', () => {
  const file = {
    storage_driver: 's3',
    s3_provider: 'spaces',
    s3_region: 'fra1',
    s3_bucket: 'files',
    s3_key: 'id',
    s3_secret: 'secret',
  }
  writeFileSync(join(dataDir, 'config.json'), JSON.stringify(file))
  expect(read({ HOLDALL_S3_BUCKET: 'others' })).toMatchObject({
    driver: 's3',
    s3: { endpoint: 'https://fra1.digitaloceanspaces.com', bucket: 'others', secretAccessKey: 'secret' },
  })
})

test.each([
  [{ HOLDALL_STORAGE_DRIVER: 'ftp' }, 'HOLDALL_STORAGE_DRIVER must be local or s3.'],
  [
    { HOLDALL_STORAGE_DRIVER: 's3' },
    'S3 storage needs HOLDALL_S3_ENDPOINT, HOLDALL_S3_BUCKET, HOLDALL_S3_KEY, HOLDALL_S3_SECRET too.',
  ],
  [{ ...key, HOLDALL_S3_PROVIDER: 's3' }, 'S3 storage needs HOLDALL_S3_REGION too.'],
  [{ ...key, HOLDALL_S3_PROVIDER: 'r2' }, 'S3 storage needs HOLDALL_S3_ENDPOINT too.'],
  [{ HOLDALL_S3_BUCKET: 'files' }, 'needs HOLDALL_S3_ENDPOINT, HOLDALL_S3_KEY, HOLDALL_S3_SECRET too.'],
  [{ ...key, HOLDALL_S3_PROVIDER: 'azure' }, 'HOLDALL_S3_PROVIDER must be one of s3, r2, backblaze, wasabi, storj'],
  [{ HOLDALL_S3_ENDPOINT: 's3.example.com' }, 'HOLDALL_S3_ENDPOINT must be an address like https://s3.example.com'],
  [{ HOLDALL_S3_ENDPOINT: 'https://id:secret@s3.example.com' }, 'HOLDALL_S3_ENDPOINT must be an address like'],
  [{ HOLDALL_S3_ENDPOINT: 'https://s3.example.com/files' }, 'HOLDALL_S3_ENDPOINT must be an address like'],
  [{ HOLDALL_S3_ENDPOINT: 'https://s3.example.com/#files' }, 'HOLDALL_S3_ENDPOINT must be an address like'],
  [{ HOLDALL_S3_BUCKET: 'my bucket' }, 'HOLDALL_S3_BUCKET must be the name of a bucket.'],
  [{ HOLDALL_S3_PREFIX: '../other' + '/x'.repeat(4) }, 'HOLDALL_S3_PREFIX must be a path like'],
  [{ HOLDALL_S3_SECRET: 'two words' }, 'HOLDALL_S3_SECRET must be the secret of an access key, without spaces.'],
  [{ HOLDALL_STORAGE_URL: 's3://x' }, 'HOLDALL_STORAGE_URL is not understood: set HOLDALL_STORAGE_DRIVER'],
])('refuses %j with a message', (env, message) => {
  expect(() => read(env)).toThrow(message)
})

test('every provider has an address for each region, or says what one looks like', () => {
  expect(storageProviders.find(({ id }) => id === 's3')!.regions).toHaveLength(22)
  for (const provider of storageProviders) {
    expect(provider.regions.length).toBeGreaterThan(0)
    for (const region of provider.regions) {
      const address = storageEndpoint(provider, region) ?? provider.example!
      expect(new URL(address).origin).toBe(address.toLowerCase())
    }
  }
  const amazon = storageProviders[0]!
  expect(storageEndpoint(amazon, 'cn-north-1')).toBe('https://s3.cn-north-1.amazonaws.com.cn')
})

test('downloads come from the store where browsers reach it, over https on an https installation', () => {
  const s3 = { ...key, HOLDALL_STORAGE_DRIVER: 's3', HOLDALL_S3_PROVIDER: 's3', HOLDALL_S3_REGION: 'eu-west-1' }
  const at = (address: string, publicUrl: string) =>
    read({ ...s3, HOLDALL_S3_DOWNLOAD_URL: address, HOLDALL_PUBLIC_URL: publicUrl }).s3?.downloadUrl
  expect(at('https://objects.example.com/', 'https://files.example.com')).toBe('https://objects.example.com')
  expect(at('http://10.0.0.5:9000', 'http://10.0.0.5:8080')).toBe('http://10.0.0.5:9000')
  expect(() => at('http://10.0.0.5:9000', 'https://files.example.com')).toThrow('must be https too')
  expect(() => at('https://objects.example.com/files', 'https://files.example.com')).toThrow('without a path')
})
