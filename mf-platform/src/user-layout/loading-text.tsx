import { VisuallyHidden } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'

/** Says to screen readers that the page is loading, beside a skeleton, which they do not read. */
export const LoadingText = () => (
  <VisuallyHidden as="output">
    <FormattedMessage id="user.loading" />
  </VisuallyHidden>
)
