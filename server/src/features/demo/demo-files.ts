import { crc32, deflateSync } from 'node:zlib'

/** A file of the demo account, in one of its folders or at the top. */
export interface DemoFile {
  readonly folder: string | null
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer
}

export const demoFolders = [
  { name: 'Documents', color: 'blue', emoji: null },
  { name: 'Holiday in Sweden', color: null, emoji: '🏕️' },
] as const

type Rgb = readonly [number, number, number]

/** What the demo account holds, a few hundred kilobytes. */
export const demoFiles = (): readonly DemoFile[] => [
  text(null, 'Welcome.md', 'text/markdown', [
    '# Welcome to the demo',
    '',
    'Look around: open folders, preview files, search and download them.',
    'This account can only be read. Create an account of your own to upload files.',
  ]),
  text('Documents', 'Packing list.md', 'text/markdown', [
    '# Packing list',
    '',
    '- Tent and sleeping bags',
    '- Stove, pan and two cups',
    '- Map of the lake',
    '- Rain jackets',
  ]),
  text('Documents', 'Budget.csv', 'text/csv', [
    'Item,Planned,Spent',
    'Train,240,228',
    'Canoe,180,180',
    'Food,150,171',
    'Camp site,96,96',
  ]),
  text('Documents', 'Route.txt', 'text/plain', [
    'Friday: by train to Mora, and along the shore to the camp site.',
    'Saturday: by canoe to the island, about 14 kilometres.',
    'Sunday: back with the morning wind.',
  ]),
  picture('Dawn.png', [255, 183, 120], [88, 86, 160]),
  picture('Lake.png', [150, 205, 235], [20, 90, 130]),
  picture('Forest.png', [196, 222, 150], [24, 72, 52]),
]

const text = (folder: string | null, name: string, mime: string, lines: readonly string[]): DemoFile => ({
  folder,
  name,
  mime,
  bytes: Buffer.from(`${lines.join('\n')}\n`),
})

const picture = (name: string, top: Rgb, bottom: Rgb): DemoFile => ({
  folder: 'Holiday in Sweden',
  name,
  mime: 'image/png',
  bytes: gradient(960, 640, top, bottom),
})

/** A PNG that fades from one color to another. */
function gradient(width: number, height: number, top: Rgb, bottom: Rgb): Buffer {
  const rowBytes = 1 + 3 * width
  const pixels = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    const share = y / (height - 1)
    const color = top.map((from, channel) => Math.round(from + (bottom[channel]! - from) * share))
    // The first byte of a row is its filter: none.
    for (let x = 0; x < width; x++) pixels.set(color, y * rowBytes + 1 + 3 * x)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
