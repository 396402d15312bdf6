import { isApiError } from '@holdall/api-client'
import { CodeBox, Notice } from '@holdall/ui'
import { useIntl } from 'react-intl'
import { problemText } from './setup-error.ts'
import { useScrollIntoView } from './use-scroll-into-view.ts'

/** What went wrong, and below what the other server said itself. */
export function ProblemNotice({ error }: { readonly error: unknown }) {
  const intl = useIntl()
  const detail = isApiError(error) ? error.fields['detail']?.[0] : undefined
  return (
    <Notice tone="danger" role="alert" ref={useScrollIntoView(error)} style={{ scrollMargin: 24 }}>
      {problemText(intl, error)}
      {detail ? (
        <CodeBox dir="ltr" style={{ marginBlockStart: 8 }}>
          {detail}
        </CodeBox>
      ) : null}
    </Notice>
  )
}
