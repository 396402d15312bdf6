import { type AppImageName, MAX_APP_IMAGE_UPLOAD_BYTES } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { problemText } from '../error-messages/setup-error.ts'
import { lockedBy } from '../form-parts/locked-values.ts'
import type { SetupValues } from '../setup-calls/setup-queries.ts'
import { useSaveImage } from './app-setup-queries.ts'
import { type Background, ImageField } from './image-field.tsx'

export const MAX_IMAGE_MEGABYTES = MAX_APP_IMAGE_UPLOAD_BYTES / (1024 * 1024)

const Images = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  & > [data-wide] {
    grid-column: 1 / -1;
  }
  @media (max-width: 640px) {
    grid-template-columns: minmax(0, 1fr);
  }
`
interface ImageOptions {
  readonly name: AppImageName
  readonly on: readonly Background[]
  readonly isWide?: boolean
}
const images: readonly ImageOptions[] = [
  { name: 'logo', on: ['light', 'dark'] },
  { name: 'logo_dark', on: ['dark'] },
  { name: 'logo_horizontal', on: ['light', 'dark'] },
  { name: 'logo_horizontal_dark', on: ['dark'] },
  { name: 'favicon', on: ['light', 'dark'] },
  { name: 'touch_icon', on: ['light', 'dark'] },
  { name: 'og_image', on: ['light'], isWide: true },
]

/** The images of this installation. Each is saved as soon as it is chosen. */
export const AppImages = ({ values }: { readonly values: SetupValues }) => (
  <Images>
    {images.map((image) => (
      <AppImage key={image.name} {...image} values={values} />
    ))}
  </Images>
)

function AppImage({ name, on, isWide, values }: ImageOptions & { readonly values: SetupValues }) {
  const intl = useIntl()
  const { mutate, isPending, error, reset } = useSaveImage(name)
  const [problem, setProblem] = useState<'not_image' | 'too_large' | null>(null)
  const text = (id: string) => intl.formatMessage({ id: `app_setup.${id}` }, { megabytes: MAX_IMAGE_MEGABYTES })

  const choose = (file: File) => {
    reset()
    // Where the type is not known, the server finds out.
    const isOther = file.type !== '' && !file.type.startsWith('image/')
    const found = isOther ? 'not_image' : file.size > MAX_APP_IMAGE_UPLOAD_BYTES ? 'too_large' : null
    setProblem(found)
    if (found === null) mutate(file)
  }
  const errorText = () => {
    if (problem) return intl.formatMessage({ id: `app_setup.image_${problem}` }, { megabytes: MAX_IMAGE_MEGABYTES })
    if (isApiError(error, 'too-large')) return text('image_too_large')
    return error ? problemText(intl, error) : null
  }

  return (
    <ImageField
      name={intl.formatMessage({ id: `app_setup.image_${name}` })}
      hint={intl.formatMessage({ id: `app_setup.image_${name}_hint` })}
      lockedBy={lockedBy(values, name)}
      address={values.images[name]}
      on={on}
      isWide={isWide ?? false}
      accept="image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml"
      isBusy={isPending}
      error={errorText()}
      onChoose={choose}
      onRemove={() => {
        setProblem(null)
        mutate(null)
      }}
    />
  )
}
