import { Link } from '@holdall/section'
import { FormattedMessage } from 'react-intl'

export function Page() {
  return (
    <>
      <h1>
        <FormattedMessage id="faulty.title" />
      </h1>
      <Link to="/faulty/other">
        <FormattedMessage id="faulty.other" />
      </Link>
    </>
  )
}
