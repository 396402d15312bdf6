/** Endpoints that the first screen does not call, in one chunk that is loaded with the first such call. */
export { clientConfig, reportFailure, sections, translations, updateSetting } from '@holdall/api'
