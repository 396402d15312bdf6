import styled from 'styled-components'

/** A QR code, and beside it what to do with it. */
export const QrCodePanel = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 16px 20px;
  padding: 16px;
  border-radius: 14px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
  & > img {
    border-radius: 10px;
    box-shadow: 0 0 0 1px var(--line);
  }
  & > div {
    flex: 1;
    min-inline-size: 160px;
  }
`

export const svgAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

interface QrCodeImageProps {
  /** The whole document. */
  readonly svg: string
  readonly sizePx: number
  readonly label: string
}

export const QrCodeImage = ({ svg, sizePx, label }: QrCodeImageProps) => (
  <img src={svgAddress(svg)} width={sizePx} height={sizePx} alt={label} />
)
