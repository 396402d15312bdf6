import { FurtherIntl } from '@holdall/section'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { accountMessages } from '../account-messages/account-messages.ts'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { SettingGroup } from '../user-layout/setting-group.tsx'
import { UnfinishedUploadList } from './unfinished-upload-list.tsx'

/** Uploads that take storage before they are complete, by anyone. */
export const UnfinishedUploadsGroup = () => (
  <Suspense fallback={<LoadingText />}>
    <FurtherIntl further={accountMessages}>
      <SettingGroup
        title={<FormattedMessage id="user.unfinished_uploads.title" />}
        text={<FormattedMessage id="user.unfinished_uploads.text" />}
      >
        <UnfinishedUploadList />
      </SettingGroup>
    </FurtherIntl>
  </Suspense>
)
