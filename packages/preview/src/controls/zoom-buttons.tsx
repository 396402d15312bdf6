import { IconButton } from '@holdall/ui'
import { Minus, Plus } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { PillText } from './pill.tsx'

interface ZoomButtonsProps {
  /** 1 is the actual size; null where it is not known. */
  readonly scale: number | null
  readonly onZoom: (direction: 'in' | 'out') => void
}

/** Zoom out, the current zoom, zoom in. */
export function ZoomButtons({ scale, onZoom }: ZoomButtonsProps) {
  const intl = useIntl()
  return (
    <>
      <IconButton
        icon={Minus}
        iconSize={16}
        label={intl.formatMessage({ id: 'preview.zoom.out' })}
        onClick={() => {
          onZoom('out')
        }}
      />
      {scale === null ? null : <PillText aria-live="polite">{intl.formatNumber(scale, { style: 'percent' })}</PillText>}
      <IconButton
        icon={Plus}
        iconSize={16}
        label={intl.formatMessage({ id: 'preview.zoom.in' })}
        onClick={() => {
          onZoom('in')
        }}
      />
    </>
  )
}
