/** Every sentence of what opens from the frame, and of the bar of a phone. */
export const menuTexts = {
  chooseClient: 'Choose a client',
  findClient: 'Find a client',
  demo: 'Demo',
  clients: 'Clients',
  noClient: (text: string) => `No client matches “${text}”`,
  clientsFailed: 'The clients could not be loaded',
  clientsLoading: 'Loading the clients...',

  apiReference: 'API reference',
  shortcuts: 'Keyboard shortcuts',

  bottomBar: 'Main pages',
  more: 'More',
  new: 'New',
  newThings: { 'new-draft': 'New draft', 'upload-images': 'New reel', 'add-account': 'Add account' },

  menu: 'Menu',
  closeMenu: 'Close menu',
  yourAccounts: 'Your Accounts',
} as const
