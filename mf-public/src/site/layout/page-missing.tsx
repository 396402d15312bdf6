import { EmptyState, SearchArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { PrimaryLink } from '../../layout/form-elements.tsx'

/** In place of a page that there is not, or not any more. */
export const PageMissing = () => (
  <EmptyState
    level="h1"
    art={<SearchArt />}
    title={<FormattedMessage id="page.missing_title" />}
    text={<FormattedMessage id="page.missing_text" />}
    actions={
      <PrimaryLink to="/">
        <FormattedMessage id="page.to_start" />
      </PrimaryLink>
    }
  />
)
