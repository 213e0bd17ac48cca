/** What the pages about forgotten passwords say in a store without passwords. */
export const NoPasswords = () => <p>Passwords are turned off here. Sign in with your company account or a passkey.</p>
