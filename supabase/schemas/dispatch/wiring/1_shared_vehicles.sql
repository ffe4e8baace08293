-- Shared vehicles: cars of a fleet or of the operator that drivers use for a shift.

create trigger driver_shifts__attach_file after insert or update of photos on app.driver_shifts
  for each row when (cardinality(new.photos) > 0) execute function app.tg_attach_file('photos', 'shifts');
