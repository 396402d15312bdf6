/** Stands in for fonts and pictures, which the bundler turns into addresses. */
export default '/asset'
