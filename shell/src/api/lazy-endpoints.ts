/** Endpoints that no first screen calls: one chunk, loaded with the first of these calls. */
export { clientConfig, reportFailure, sections, translations, updateSetting } from '@holdall/api'
