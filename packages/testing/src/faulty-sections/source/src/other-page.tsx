import { FormattedMessage } from 'react-intl'

export function OtherPage() {
  return (
    <h1>
      <FormattedMessage id="faulty.other" />
    </h1>
  )
}
