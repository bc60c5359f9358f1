@rem Windows only: the scripts in package.json begin with exec, so that signals reach Node and no shell in between.
@%*
