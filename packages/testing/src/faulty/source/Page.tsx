import { FormattedMessage } from 'react-intl'

export function Page() {
  return (
    <h1>
      <FormattedMessage id="faulty.title" />
    </h1>
  )
}
