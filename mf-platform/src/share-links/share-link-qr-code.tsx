import { startDownload } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Button, Skeleton, Text } from '@holdall/ui'
import { Download, RotateCw } from '@holdall/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { QrCodeImage, QrCodePanel, svgAddress } from '../qr-code/qr-code-panel.tsx'

const SIZE_PX = 132
/** Of the saved image: sharp on paper. */
const SAVED_PX = 1024

const Beside = styled.div`
  p {
    margin-block: 4px 12px;
  }
`
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

interface ShareLinkQrCodeProps {
  readonly token: string
  /** Of what the link leads to. */
  readonly name: string
  /** Fetches it as an SVG document. `origin` is that of this page, where the server knows no public address. */
  readonly load: (token: string, origin: string | null) => Promise<string>
}

/** The QR code of a link, to be scanned or saved. */
export function ShareLinkQrCode({ token, name, load }: ShareLinkQrCodeProps) {
  const { config, overlay } = useHost()
  const intl = useIntl()
  const origin = config.host === '' ? location.origin : null
  const { data, isError, refetch } = useQuery({
    queryKey: ['share-qr-code', token],
    queryFn: () => load(token, origin),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) {
    return (
      <QrCodePanel role="alert">
        <Beside>
          <p>
            <FormattedMessage id="share.qr.failed" />
          </p>
          <Button size="s" icon={RotateCw} onClick={() => void refetch()}>
            <FormattedMessage id="share.qr.retry" />
          </Button>
        </Beside>
      </QrCodePanel>
    )
  }
  const save = (address: string, extension: 'svg' | 'png') => {
    startDownload(address, intl.formatMessage({ id: 'share.qr.file_name' }, { name, extension }))
  }
  const disabledReason = data === undefined ? intl.formatMessage({ id: 'share.qr.loading' }) : undefined
  return (
    <QrCodePanel aria-busy={data === undefined}>
      {data === undefined ? (
        <Skeleton style={{ inlineSize: SIZE_PX, blockSize: SIZE_PX }} />
      ) : (
        <QrCodeImage svg={data} sizePx={SIZE_PX} label={intl.formatMessage({ id: 'share.qr.label' })} />
      )}
      <Beside>
        <b>
          <FormattedMessage id="share.qr.title" />
        </b>
        <Text as="p" variant="secondary" tone="muted">
          <FormattedMessage id="share.qr.text" />
        </Text>
        <Buttons>
          <Button
            size="s"
            icon={Download}
            disabledReason={disabledReason}
            onClick={() => {
              if (data !== undefined) save(svgAddress(data), 'svg')
            }}
          >
            <FormattedMessage id="share.qr.save_svg" />
          </Button>
          <Button
            size="s"
            icon={Download}
            disabledReason={disabledReason}
            onClick={() => {
              if (data === undefined) return
              pngOf(data).then((address) => {
                save(address, 'png')
              }, overlay.somethingWrong)
            }}
          >
            <FormattedMessage id="share.qr.save_png" />
          </Button>
        </Buttons>
      </Beside>
    </QrCodePanel>
  )
}

/** The address of an image with the same content. */
async function pngOf(svg: string): Promise<string> {
  const image = new Image(SAVED_PX, SAVED_PX)
  image.src = svgAddress(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SAVED_PX
  canvas.height = SAVED_PX
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw images.')
  context.imageSmoothingEnabled = false
  context.drawImage(image, 0, 0, SAVED_PX, SAVED_PX)
  return canvas.toDataURL('image/png')
}
