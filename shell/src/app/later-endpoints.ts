/** Calls that no first screen makes: imported as a whole when one of them is made. */
export { clientConfig, reportFailure, sections, translations, updateSetting } from '@holdall/api'
