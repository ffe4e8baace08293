-- validate_setup_steps: the rows of before fit the steps that were added to the set-up.

set lock_timeout = '10s';
set statement_timeout = '10min';

alter table app.setup validate constraint setup_confirmed_check;
