import type { BrowserContext } from '@playwright/test'
import { photo } from '../../mf-platform/src/testing/jpeg-with-exif.ts'

const WIDTH = 1600
const HEIGHT = 1120

export interface Landscape {
  /** Colours from the top to the horizon. */
  readonly sky: readonly [string, string]
  /** Position of the sun in parts of the width and the height, and its colour. */
  readonly sun: readonly [number, number, string]
  /** Colours of the ridges, the farthest first. */
  readonly ridges: readonly string[]
  /** Height of the lowest ridge in parts of the picture; the rest is water or sand. */
  readonly shore: number
  /** Colours of the foreground, from the shore to the bottom. */
  readonly front: readonly [string, string]
}

/** Draws landscapes as JPEG pictures, by name, each with the metadata of a camera. */
export async function drawLandscapes(
  context: BrowserContext,
  landscapes: Readonly<Record<string, Landscape>>,
): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  const page = await context.newPage()
  await page.setViewportSize({ width: WIDTH, height: HEIGHT })
  for (const [index, [name, landscape]] of Object.entries(landscapes).entries()) {
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svgOf(landscape, index + 1)}`)
    pictures.set(name, withMetadata(await page.screenshot({ type: 'jpeg', quality: 88 })))
  }
  await page.close()
  return pictures
}

/** The markers that begin and end a JPEG picture have two bytes each. */
const withMetadata = (jpeg: Buffer) => Buffer.concat([Buffer.from(photo()).subarray(0, -2), jpeg.subarray(2)])

function svgOf({ sky, sun, ridges, shore, front }: Landscape, seed: number): string {
  const [x, y, color] = sun
  const shoreY = shore * HEIGHT
  const layers = ridges.map((fill, index) => {
    const height = (1 - index / ridges.length) * shoreY * 0.42
    return `<path fill="${fill}" d="${ridge(shoreY, height, seed * 7 + index * 3)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(HEIGHT)}">
    <defs>
      ${gradient('sky', sky)}
      ${gradient('front', front)}
      <radialGradient id="glow"><stop stop-color="${color}" stop-opacity=".8"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${String(x * WIDTH)}" cy="${String(y * HEIGHT)}" r="420" fill="url(#glow)"/>
    <circle cx="${String(x * WIDTH)}" cy="${String(y * HEIGHT)}" r="58" fill="${color}"/>
    ${layers.join('')}
    <rect y="${String(shoreY)}" width="100%" height="100%" fill="url(#front)"/>
    <ellipse cx="${String(x * WIDTH)}" cy="${String(shoreY + 90)}" rx="330" ry="70" fill="url(#glow)" opacity=".7"/>
  </svg>`
}

const gradient = (id: string, [from, to]: readonly [string, string]) =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`

/** A ridge as the sum of waves, the same for the same seed. */
function ridge(bottom: number, height: number, seed: number): string {
  const points: string[] = []
  for (let x = 0; x <= WIDTH; x += 20) {
    const wave = (length: number, phase: number) => Math.sin(x / length + phase)
    const rise = 0.5 + wave(260, seed) * 0.28 + wave(110, seed * 2.3) * 0.14 + Math.abs(wave(47, seed * 4.1)) * 0.1
    points.push(`${String(x)} ${(bottom - height * rise - 10).toFixed(1)}`)
  }
  return `M0 ${String(bottom)}L${points.join('L')}L${String(WIDTH)} ${String(bottom)}Z`
}
