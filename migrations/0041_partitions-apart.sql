-- Partitions that come and go lie apart from the shop's tables, so that whoever makes them need not be able to make tables there.
-- Those of versions before stay where they are until their import ends.
create schema partitions;
