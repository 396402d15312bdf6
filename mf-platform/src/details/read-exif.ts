/** Metadata of a picture. A field is absent where the picture has no valid value for it. */
export interface Exif {
  readonly takenAt?: Date
  readonly author?: string
  readonly width?: number
  readonly height?: number
  readonly resolution?: number
  readonly colorSpace?: string
  readonly make?: string
  readonly model?: string
  /** F-number. */
  readonly aperture?: number
  /** Seconds. */
  readonly exposure?: number
  /** Millimetres. */
  readonly focalLength?: number
  readonly iso?: number
  readonly lens?: string
  readonly latitude?: number
  readonly longitude?: number
}

/** Metadata is near the beginning of a picture, so no more than this is fetched. */
const HEAD_BYTES = 256 * 1024
const MAX_TEXT = 200
/** With this unit a resolution is in dots per centimetre, otherwise per inch. */
const CENTIMETRES = 'cm'
const CM_PER_INCH = 2.54

/** Other tags are not parsed: the values of a malicious picture could exhaust the memory. */
const TAGS = [
  'DateTimeOriginal',
  'CreateDate',
  'ModifyDate',
  'Artist',
  'OwnerName',
  'CameraOwnerName',
  'ExifImageWidth',
  'ExifImageHeight',
  'ImageWidth',
  'ImageHeight',
  'XResolution',
  'ResolutionUnit',
  'ColorSpace',
  'Make',
  'Model',
  'FNumber',
  'ExposureTime',
  'FocalLength',
  'ISO',
  'LensModel',
  'LensInfo',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
]

const types = new Set(['image/jpeg', 'image/tiff', 'image/heic', 'image/heif', 'image/avif', 'image/png'])

/** Whether pictures of this media type may have metadata that can be read. */
export const mayHaveExif = (mimetype: string | null): boolean => mimetype !== null && types.has(mimetype)

/**
 * Reads the metadata from the beginning of a picture; null where there is none and where it is damaged. Rejects when the
 * picture cannot be fetched.
 */
export async function readExif(fileUrl: string, signal: AbortSignal): Promise<Exif | null> {
  const response = await fetch(fileUrl, { headers: { Range: `bytes=0-${String(HEAD_BYTES - 1)}` }, signal })
  // A proxy may ignore the range and send the whole picture, which is not read.
  if (response.status !== 206) {
    await response.body?.cancel()
    throw new Error(`The beginning of the picture was answered with ${String(response.status)}.`)
  }
  const head = await response.arrayBuffer()
  const { default: exifr } = await import('exifr')
  try {
    const tags: unknown = await exifr.parse(head, {
      ifd0: { pick: TAGS },
      exif: { pick: TAGS },
      gps: { pick: TAGS },
      ifd1: false,
    })
    const exif = exifOf(tags)
    return Object.keys(exif).length > 0 ? exif : null
  } catch {
    return null
  }
}

/** Keeps values of the right type and range only, because a picture can contain any. */
export function exifOf(tags: unknown): Exif {
  const raw: Readonly<Record<string, unknown>> = typeof tags === 'object' && tags !== null ? { ...tags } : {}
  const text = (...names: readonly string[]) => {
    const found = names.map((name) => raw[name]).find((value) => typeof value === 'string')
    // Texts end at their first null character.
    const clean = typeof found === 'string' ? (found.split('\0')[0] ?? '').trim().slice(0, MAX_TEXT) : ''
    return clean === '' ? undefined : clean
  }
  const positive = (...names: readonly string[]) =>
    names.map((name) => raw[name]).find((value): value is number => isFinite(value) && value > 0)
  const within = (name: string, limit: number) => {
    const value = raw[name]
    return isFinite(value) && Math.abs(value) <= limit ? value : undefined
  }
  const takenAt = [raw['DateTimeOriginal'], raw['CreateDate'], raw['ModifyDate']].find(
    (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
  )
  const dots = positive('XResolution')
  const place = { latitude: within('latitude', 90), longitude: within('longitude', 180) }
  return defined({
    takenAt,
    author: text('Artist', 'OwnerName', 'CameraOwnerName'),
    width: positive('ExifImageWidth', 'ImageWidth'),
    height: positive('ExifImageHeight', 'ImageHeight'),
    resolution: dots && Math.round(raw['ResolutionUnit'] === CENTIMETRES ? dots * CM_PER_INCH : dots),
    colorSpace: colorSpaceOf(raw['ColorSpace']),
    make: text('Make'),
    model: text('Model'),
    aperture: positive('FNumber'),
    exposure: positive('ExposureTime'),
    focalLength: positive('FocalLength'),
    iso: positive('ISO'),
    lens: text('LensModel', 'LensInfo'),
    ...(place.latitude !== undefined && place.longitude !== undefined && place),
  })
}

const isFinite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** In the standard 1 is sRGB and 65535 uncalibrated; cameras write 2 for Adobe RGB. */
function colorSpaceOf(value: unknown): string | undefined {
  if (value === 1) return 'sRGB'
  if (value === 2) return 'Adobe RGB'
  return typeof value === 'string' && value !== 'Uncalibrated' ? value.slice(0, MAX_TEXT) : undefined
}

function defined(values: { [K in keyof Exif]: Exif[K] | undefined }): Exif {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
