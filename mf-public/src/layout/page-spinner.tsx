import { Spinner, VisuallyHidden } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'

interface Props {
  /** Id of the message that names the page, for screen readers: what is loaded has a heading of its own. */
  readonly title: string
  /** Id of the message that says what is loading. */
  readonly label: string
}

/** In place of a page that is loading. */
export function PageSpinner({ title, label }: Props) {
  const intl = useIntl()
  return (
    <>
      <VisuallyHidden as="h1">
        <FormattedMessage id={title} />
      </VisuallyHidden>
      <Spinner size={28} label={intl.formatMessage({ id: label })} />
    </>
  )
}
