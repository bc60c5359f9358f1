export const SHELL_STYLES = `body{font:400 15px/23px ui-sans-serif,system-ui,sans-serif;margin:0;padding:40px 16px}`
