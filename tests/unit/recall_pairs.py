"""A hundred pairs of questions as agents ask them, each with what a person says of the pair.

    same        the same question: the old answer holds as it stands
    near        worth a look: the old answer is likely wanted again
    different   the old answer would mislead

Options stand in brackets behind the question.
"""

PAIRS = """
same | Which database? | which database
same | Which database should we use? | Which  database should we use ?
same | Which CSS framework should I use? [Tailwind, Bootstrap] | Which CSS framework should I use? [Bootstrap, Tailwind]
same | Shall I push to main? | shall I push to main
same | What shall the package be called? | What shall the package be called?!
same | "Which licence?" | Which licence?
same | Use Python 3.12? | use Python 3.12 ?
same | Is `parse_id` public? | Is `parse_id` public
same | Soll ich die Tests löschen? | soll ich die Tests löschen
same | Delete the folder **build**? | Delete the folder build?
same | Which port, 8080 or 9090? | Which port, 8080 or 9090
same | Run the migrations now? | Run the migrations, now?
same | Which HTTP client? [httpx, requests] | Which HTTP client? [httpx, requests]
same | Should errors be logged… | Should errors be logged?
same | Where do the docs live? | WHERE DO THE DOCS LIVE?
same | どのデータベースを使いますか。 | どのデータベースを使いますか
same | Which test runner (pytest or unittest)? | Which test runner, pytest or unittest?
same | Do we support Windows? | do we support windows?
same | May I add a dependency? | May I add a dependency ?
same | Keep `README.md` as it is? | Keep `README.md` as it is?
same | Which branch do I start from? [main, develop] | Which branch do I start from? [ main , develop ]
same | Tabs or spaces? | tabs or spaces
near | Which CSS framework should we use? | What CSS framework do you want?
near | Which CSS framework should I use for the admin pages? | Which CSS framework should we use?
near | Which database should we use? | What database do you prefer?
near | Which database shall the shop use? | Which db should the shop use?
near | Should I add tests for the parser? | Do you want tests for the parser?
near | What should the new package be named? | How shall the new package be called?
near | Which licence should the project have? | Which license do you want for this?
near | Should I commit the lock file? | Do we commit the lockfile?
near | Which test runner do you prefer? | What test runner should I use?
near | Where should the configuration file live? | Where do you want the config file to live?
near | Which HTTP client library do we use? | Which HTTP client should I use?
near | Should the API return JSON errors? | Do you want JSON errors from the API?
near | May I delete the unused imports? | Should I remove unused imports?
near | Which directory should the tests go into? | In which folder do the tests go?
near | How should dates be formatted in the UI? | Which format should dates have in the UI?
near | Should I write the docs in English? | Do you want the documentation in English?
near | Which logging library should I use? | Which logging framework do you want?
near | Do you want type hints in the tests? | Should the tests have type hints?
near | Which branch should I start from? [main, develop] | From which branch should I start? [main, develop, release]
near | Which CSS framework? [Tailwind, Bootstrap] | Which CSS framework? [Tailwind, Bootstrap, Bulma]
near | Should I use the existing auth middleware? | Use existing authentication middleware?
near | What is the name of the main entry point? | What should the main entry point be called?
near | Which icon set should the web pages use? | Which icon set do you want on the web pages?
near | Is it fine to squash the commits? | May I squash the commits?
near | How many days should sessions last? | How many days shall a session last?
near | Should the command line have colours? | Do you want colours on the command line?
near | Which payment provider should the shop use? | What payment provider do we go with for the shop?
near | Should secrets come from the environment? | Do secrets come from the env?
near | Which state management should the React app use? | Which state management for React?
near | Welche Datenbank soll ich verwenden? | Welche Datenbank verwenden wir?
near | Should I pin the dependency versions? | Pin dependency versions?
near | Do we need an audit log for admin actions? | Should admin actions have an audit log?
near | Which cache should the product pages use? | What cache for product pages?
near | Should the exporter stream its rows? | Shall the exporter stream the rows?
near | Which continuous integration service do you use? | Which continuous integration service should run this?
near | Should unknown fields be refused? | Refuse unknown fields?
near | Where should uploaded images be stored? | Where do we store uploaded images?
near | Which color scheme do you like? | Which colour scheme should it have?
different | Use Python 3.11? | Use Python 3.12?
different | Should I keep 7 days of logs? | Should I keep 30 days of logs?
different | Shall I delete the old table? | Shall I not delete the old table?
different | Should errors be logged? | Should errors not be logged?
different | Enable dark mode? | Disable dark mode?
different | Deploy to staging? | Deploy to production?
different | Which database should we use? | Which cache should we use?
different | Which CSS framework? | Which test framework?
different | Rename `foo` to `bar`? | Rename `foo` to `baz`?
different | Rename `Foo` to `foo`? | Rename `foo` to `Foo`?
different | Overwrite src/app.py? | Overwrite src/api.py?
different | Should I add the column? | Should I remove the column?
different | Which port does the service use? | Which host does the service use?
different | Is the API public? | Is the API private?
different | Run it before the migration? | Run it after the migration?
different | Should the API use REST or GraphQL? | Should the API use REST or gRPC?
different | Two retries or more? | Three retries or more?
different | Which icons should we use? | Which fonts should we use?
different | May I push to main? | May I pull from main?
different | Who reviews the pull request? | Who merges the pull request?
different | What shall the package be called? | What shall the command be called?
different | Should all users see it? | Should only admins see it?
different | Use == for comparing? | Use === for comparing?
different | Shall I open an issue? | Shall I close the issue?
different | Do you want tests? | Do you want docs?
different | Delete the branch `feature/a`? | Delete the branch `feature/b`?
different | Is `x` signed? | Is `y` signed?
different | Which colour for the header? | Which colour for the footer?
different | Install the dependency? | Uninstall the dependency?
different | Should the user confirm it? | Should the admin confirm it?
different | Merge the branch? | Rebase the branch?
different | Encrypt the backups? | Decrypt the backups?
different | Set the limit to 1.5? | Set the limit to 15?
different | Go on? | Which database?
different | Make the bucket readable for everyone? | Make the bucket readable for nobody?
different | Ship it with C++? | Ship it with C#?
different | Should the exporter write CSV? | Should the exporter write XML?
different | Is x² right? | Is x2 right?
different | Allow cookies? | Block cookies?
different | Soll ich die Tests löschen? | Soll ich die Tests nicht löschen?
"""
