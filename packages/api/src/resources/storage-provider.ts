/** Where files can be kept besides the disk of the server. */
export interface StorageProvider {
  readonly id: string
  readonly name: string
  /** With `{region}` in it; null where the operator has an address of their own. */
  readonly endpoint: string | null
  /** Those that are known. Any other can be entered: providers open new ones. */
  readonly regions: readonly string[]
  /** Whether the bucket is in the path of requests, in place of the host name. */
  readonly isPathStyle: boolean
  /** What an address looks like, where the operator enters it. */
  readonly example?: string
}

/** Providers of S3 storage, as the setup offers them. The operator adds the bucket and a key. */
export const storageProviders: readonly StorageProvider[] = [
  {
    id: 's3',
    name: 'Amazon S3',
    endpoint: 'https://s3.{region}.amazonaws.com',
    regions: [
      'us-east-1',
      'us-east-2',
      'us-west-1',
      'us-west-2',
      'af-south-1',
      'ap-east-1',
      'ap-south-1',
      'ap-northeast-1',
      'ap-northeast-2',
      'ap-southeast-1',
      'ap-southeast-2',
      'ca-central-1',
      'cn-north-1',
      'cn-northwest-1',
      'eu-central-1',
      'eu-north-1',
      'eu-south-1',
      'eu-west-1',
      'eu-west-2',
      'eu-west-3',
      'me-south-1',
      'sa-east-1',
    ],
    isPathStyle: false,
  },
  {
    id: 'r2',
    name: 'Cloudflare R2',
    endpoint: null,
    regions: ['auto'],
    isPathStyle: true,
    example: 'https://ACCOUNT-ID.r2.cloudflarestorage.com',
  },
  {
    id: 'backblaze',
    name: 'Backblaze B2',
    endpoint: 'https://s3.{region}.backblazeb2.com',
    regions: [
      'us-west-000',
      'us-west-001',
      'us-west-002',
      'us-west-004',
      'us-east-005',
      'eu-central-003',
      'ca-east-006',
    ],
    isPathStyle: true,
  },
  {
    id: 'wasabi',
    name: 'Wasabi',
    endpoint: 'https://s3.{region}.wasabisys.com',
    regions: [
      'us-east-1',
      'us-east-2',
      'us-central-1',
      'us-west-1',
      'ca-central-1',
      'eu-central-1',
      'eu-central-2',
      'eu-south-1',
      'eu-west-1',
      'eu-west-2',
      'eu-west-3',
      'ap-northeast-1',
      'ap-northeast-2',
      'ap-southeast-1',
      'ap-southeast-2',
    ],
    isPathStyle: true,
  },
  { id: 'storj', name: 'Storj', endpoint: 'https://gateway.storjshare.io', regions: ['global'], isPathStyle: true },
  {
    id: 'spaces',
    name: 'DigitalOcean Spaces',
    endpoint: 'https://{region}.digitaloceanspaces.com',
    regions: ['nyc3', 'sfo2', 'sfo3', 'atl1', 'tor1', 'ams3', 'fra1', 'lon1', 'blr1', 'sgp1', 'syd1'],
    isPathStyle: false,
  },
  {
    id: 'ovh',
    name: 'OVHcloud',
    endpoint: 'https://s3.{region}.io.cloud.ovh.net',
    regions: [
      'gra',
      'rbx',
      'sbg',
      'de',
      'uk',
      'waw',
      'bhs',
      'ca-east-tor',
      'sgp',
      'ap-southeast-syd',
      'ap-south-mum',
      'eu-west-par',
      'eu-south-mil',
    ],
    isPathStyle: true,
  },
  {
    id: 'other',
    name: 'Other S3 storage',
    endpoint: null,
    regions: ['us-east-1'],
    isPathStyle: true,
    example: 'https://s3.example.com',
  },
]

/** The address of a provider in a region; null where the operator has to enter it. */
export function storageEndpoint({ id, endpoint }: StorageProvider, region: string): string | null {
  const address = endpoint?.replace('{region}', region) ?? null
  return id === 's3' && region.startsWith('cn-') ? `${address}.cn` : address
}
