-- SOS: a rider on a trip, or a driver at any time, calls the desk for help.

create type public.raised_alarm as (id uuid, since timestamptz, has_place boolean, has_number boolean);
comment on type public.raised_alarm is
  'The state of the caller''s alarm: since when the desk has it, whether it knows where the person is now, and '
  'whether it has a number to call back.';
