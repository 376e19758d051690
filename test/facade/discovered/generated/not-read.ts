throw new Error('Generated modules are not imported by discovery')
