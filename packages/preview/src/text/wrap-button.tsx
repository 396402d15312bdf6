import { IconButton } from '@holdall/ui'
import { WrapText } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'

interface WrapButtonProps {
  readonly wraps: boolean
  readonly onChange: (wraps: boolean) => void
}

/** Whether long lines are continued on the next one. */
export function WrapButton({ wraps, onChange }: WrapButtonProps) {
  const intl = useIntl()
  return (
    <IconButton
      icon={WrapText}
      size="s"
      label={intl.formatMessage({ id: 'preview.text.wrap' })}
      aria-pressed={wraps}
      onClick={() => {
        onChange(!wraps)
      }}
    />
  )
}
