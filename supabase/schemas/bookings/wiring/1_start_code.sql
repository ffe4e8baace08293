-- Start codes: the rider's code that a driver enters to start a ride or to deliver a parcel, the limit of tries, and
-- the desk's permission to continue without a code.

-- Creates enough slots for most cities, so that an arrival rarely has to create one.
do $$ begin
  for n in 1 .. 64 loop perform app.add_tries_slot(); end loop;
end $$;
