import type { Entry } from '@holdall/api'
import { DetailsSection, type Fact, FactList } from '@holdall/file-browser'
import { Heading } from '@holdall/ui'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type Exif, mayHaveExif, readExif } from './read-exif.ts'

const KEPT_MS = 5 * 60_000

/** Metadata of a picture; renders nothing where there is none or where it cannot be read. */
export function ExifSection({ entry: { id, attributes } }: { readonly entry: Entry }) {
  const { mimetype, file_url: fileUrl, updated_at: updatedAt } = attributes
  const intl = useIntl()
  const { data } = useQuery({
    // The address is not part of the key: it changes while the content stays.
    queryKey: ['exif', id, updatedAt],
    queryFn: ({ signal }) => (fileUrl === null ? null : readExif(fileUrl, signal)),
    enabled: fileUrl !== null && mayHaveExif(mimetype),
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
  })
  if (!data) return null
  return (
    <DetailsSection>
      <Heading as="h3" style={{ fontSize: 'var(--t-14)' }}>
        <FormattedMessage id="details.exif" />
      </Heading>
      <FactList facts={factsOf(data, intl)} />
    </DetailsSection>
  )
}

function factsOf(exif: Exif, intl: IntlShape): Fact[] {
  const number = (value: number, digits = 1) => intl.formatNumber(value, { maximumFractionDigits: digits })
  const shown: Readonly<Record<string, string | undefined>> = {
    taken: exif.takenAt && intl.formatDate(exif.takenAt, { dateStyle: 'medium', timeStyle: 'short' }),
    author: exif.author,
    dimensions: exif.width && exif.height ? `${number(exif.width)} × ${number(exif.height)}` : undefined,
    resolution: exif.resolution ? `${number(exif.resolution)} dpi` : undefined,
    color_space: exif.colorSpace,
    make: exif.make,
    model: exif.model,
    aperture: exif.aperture ? `f/${number(exif.aperture)}` : undefined,
    exposure: exif.exposure ? `${exposureText(exif.exposure, number)} s` : undefined,
    focal_length: exif.focalLength ? `${number(exif.focalLength)} mm` : undefined,
    iso: exif.iso ? number(exif.iso) : undefined,
    lens: exif.lens,
    latitude: exif.latitude === undefined ? undefined : `${number(exif.latitude, 5)}°`,
    longitude: exif.longitude === undefined ? undefined : `${number(exif.longitude, 5)}°`,
  }
  return Object.entries(shown).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [{ labelId: `details.exif.${name}`, value: <bdi>{value}</bdi> }],
  )
}

/** Short exposures are fractions: 1/125. */
const exposureText = (seconds: number, number: (value: number) => string) =>
  seconds < 0.5 ? `1/${number(Math.round(1 / seconds))}` : number(seconds)
